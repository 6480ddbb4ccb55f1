import type { CloudClient } from "../../../platform/cloud/client.ts";
import { type Service, listServices } from "../../../platform/cloud/services/service.ts";
import { assertUnderstood, readUsageCost } from "../../../platform/cloud/costs/usage.ts";
import { addDays, utcDay } from "../../../lib/day.ts";
import type { NamedService, ServiceLabel } from "../../../lib/names.ts";
import { formatList, plural } from "../../../lib/text.ts";
import { AppError } from "../../../lib/errors.ts";
import { managedAlerts, standaloneAlerts } from "../../../platform/cloud/observability/alert.ts";
import { managedDashboards, standaloneDashboards } from "../../../platform/cloud/observability/dashboard.ts";
import * as texts from "./texts.ts";

/** The outcome of trying one use of a connection. */
export interface Finding {
  /** Its heading, as in "Costs". */
  area: string;
  /** "lacks": the key has no right to it. "fails": it does not work until someone fixes it. "untried": unknown. */
  outcome: "works" | "lacks" | "fails" | "untried";
  /** The finding and the advice, in sentences. It may quote the deployment. */
  says: string;
}

function works(area: string, says: string): Finding {
  return { area, outcome: "works", says };
}

function untried(area: string, says: string): Finding {
  return { area, outcome: "untried", says };
}

/** A thing that did not work, and why. Throws anything but an AppError, because that is a bug. */
function failed(area: string, error: unknown): Finding {
  if (!(error instanceof AppError) || error.kind === "bug") throw error;
  if (error.unserved) return untried(area, texts.unsupported);
  const kind = error.operation === undefined ? undefined : error.kind;
  const outcome = kind === "forbidden" || kind === "missing" ? "lacks" : "fails";
  return { area, outcome, says: kind === "auth" ? texts.refusedKey : error.message };
}

type Client = Pick<CloudClient, "call">;

/** Tries the observability API of a stand-alone server, or of a cloud's first service. */
async function tryObservability(
  client: Client,
  kind: "managed" | "standalone",
  services?: readonly Service[],
): Promise<Finding> {
  const area = texts.areas.observability;
  const [first] = services ?? [];
  if (kind === "managed" && !first) return untried(area, texts.needsService);
  try {
    const [dashboards, rules] = await Promise.all(
      first
        ? [
            client.call(managedDashboards.list, { serviceId: first.id }),
            client.call(managedAlerts.list, { serviceId: first.id }),
          ]
        : [client.call(standaloneDashboards.list, {}), client.call(standaloneAlerts.list, {})],
    );
    const seen = `${plural(dashboards.length, "dashboard")} and ${plural(rules.length, "alert")}`;
    return works(area, texts.canSee(`${seen}${first ? ` of ${first.name ?? first.id}` : ""}`));
  } catch (error) {
    return failed(area, error);
  }
}

/** What a connection's key can do, as far as reads show. */
export interface ProbeResult {
  /** True if the deployment knows the key and lets it do at least one thing. */
  isUsable: boolean;
  /** What the deployment has, as in "2 services: orders and analytics", if it said. */
  holds: string | undefined;
  findings: Finding[];
}

/** Reads what services are called, from those that the cloud lists. */
type LabelsOf = (seen: readonly NamedService[]) => Promise<ServiceLabel>;

/** Tries a connection's uses with few reads that change nothing. Fails on bugs only. */
export async function probe(
  client: Client,
  kind: "managed" | "standalone",
  { now, labelsOf }: { now: Date; labelsOf?: LabelsOf },
): Promise<ProbeResult> {
  if (kind === "standalone") return resultOf([await tryObservability(client, kind)]);
  const listed = await tryServices(client, labelsOf);
  // A refused key is refused every time, and a dead address stays dead.
  if (listed.isHopeless) return resultOf([listed.finding]);
  const [costs, observability] = await Promise.all([
    tryCosts(client, now),
    tryObservability(client, kind, listed.services),
  ]);
  return resultOf([listed.finding, costs, observability, creating], listed.holds);
}

function resultOf(findings: Finding[], holds?: string): ProbeResult {
  return { isUsable: findings.some(({ outcome }) => outcome === "works"), holds, findings };
}

const creating = untried(texts.areas.creating, texts.notTested);

async function tryServices(
  client: Client,
  labelsOf: LabelsOf = async () => (_, name) => name,
): Promise<{ finding: Finding; services?: Service[]; holds?: string; isHopeless: boolean }> {
  const area = texts.areas.services;
  try {
    const services = await client.call(listServices, {});
    const named = services.flatMap(({ id, name }) => (name === undefined ? [] : [{ serviceId: id, name }]));
    const holds = formatServices(services, await labelsOf(named));
    return { finding: works(area, texts.canSee(holds)), services, holds, isHopeless: false };
  } catch (error) {
    const finding = failed(area, error);
    return { finding, isHopeless: finding.outcome === "fails" };
  }
}

async function tryCosts(client: Client, now: Date): Promise<Finding> {
  const area = texts.areas.costs;
  const yesterday = addDays(utcDay(now), -1);
  try {
    const query = { from_date: yesterday, to_date: yesterday };
    const report = await client.call(readUsageCost, { query });
    assertUnderstood(report, { from: yesterday, to: yesterday });
    return works(area, report.costs.length > 0 ? texts.costsRead : texts.noCosts);
  } catch (error) {
    return failed(area, error);
  }
}

// Enough names to recognize the deployment.
const mostNames = 3;

function formatServices(services: readonly Service[], label: ServiceLabel): string {
  if (services.length === 0) return texts.noServices;
  const names = services.slice(0, mostNames).map(({ name, id }) => label(id, name ?? id));
  const more = services.length - names.length;
  return `${plural(services.length, "service")}: ${formatList(more > 0 ? [...names, `${more} more`] : names)}`;
}
