import type { CloudClient } from "../../../platform/cloud/client.ts";
import { type Service, listServices } from "../../../platform/cloud/services/service.ts";
import { assertUnderstood, readUsageCost } from "../../../platform/cloud/costs/usage.ts";
import { addDays, utcDay } from "../../../lib/day.ts";
import type { NamedService, ServiceLabel } from "../../../lib/service-labels.ts";
import { formatList, plural } from "../../../lib/text.ts";
import { AppError } from "../../../lib/errors.ts";
import { managedAlerts, standaloneAlerts } from "../../../platform/cloud/observability/alert.ts";
import { managedDashboards, standaloneDashboards } from "../../../platform/cloud/observability/dashboard.ts";

/** The outcome of trying one use of a connection. */
export interface Finding {
  /** Its heading, as in "Costs". */
  area: string;
  /** "lacks": the key has no right to it. "fails": it does not work until something is mended. "untried": unknown. */
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
  if (error.unserved) return untried(area, "The deployment does not offer this.");
  const isAnswer = error.operation !== undefined;
  if (isAnswer && (error.kind === "forbidden" || error.kind === "missing")) {
    return { area, outcome: "lacks", says: error.message };
  }
  if (isAnswer && error.kind === "auth") return { area, outcome: "fails", says: refused };
  return { area, outcome: "fails", says: error.message };
}

const refused =
  "The deployment does not know this key (401). Look whether all of it was copied, and whether it is still valid.";

type ProbeObservabilityClient = Pick<CloudClient, "call">;

const area = "Dashboards and alerts";

/** Tries the observability API of the first service. */
async function managedObservability(
  client: ProbeObservabilityClient,
  services: readonly Service[] | undefined,
): Promise<Finding> {
  const [first] = services ?? [];
  if (!first) return untried(area, "I would have to know a service to try it with.");
  const given = { serviceId: first.id };
  return tryBoth(
    () => client.call(managedDashboards.list, given),
    () => client.call(managedAlerts.list, given),
    ` of ${first.name ?? first.id}`,
  );
}

/** Tries the API of a stand-alone observability server. */
async function standaloneObservability(client: ProbeObservabilityClient): Promise<Finding[]> {
  const finding = await tryBoth(
    () => client.call(standaloneDashboards.list, {}),
    () => client.call(standaloneAlerts.list, {}),
    "",
  );
  return [finding];
}

async function tryBoth(
  dashboards: () => Promise<readonly unknown[]>,
  alerts: () => Promise<readonly unknown[]>,
  whose: string,
): Promise<Finding> {
  try {
    const [shown, rules] = await Promise.all([dashboards(), alerts()]);
    const seen = `${plural(shown.length, "dashboard")} and ${plural(rules.length, "alert")}`;
    return works(area, `I can see ${seen}${whose}.`);
  } catch (error) {
    return failed(area, error);
  }
}

/** What a connection's key can do, as far as reads show. */
export interface ProbeResult {
  /** True if the deployment knows the key and lets it do at least one thing. */
  isUsable: boolean;
  /** What the deployment has, as in "2 services: orders and analytics", if it told. */
  holds: string | undefined;
  findings: Finding[];
}

/** Reads what services are called, from those that the cloud lists. */
type LabelsOf = (seen: readonly NamedService[]) => Promise<ServiceLabel>;

type Client = Pick<CloudClient, "call">;

/** Tries a connection's uses with few reads that change nothing. Fails on bugs only. */
export async function probe(
  client: Client,
  kind: "managed" | "standalone",
  { now, labelsOf }: { now: Date; labelsOf?: LabelsOf },
): Promise<ProbeResult> {
  if (kind === "standalone") return resultOf(await standaloneObservability(client));
  const listed = await tryServices(client, labelsOf);
  // A refused key is refused every time, and a dead address stays dead.
  if (listed.isHopeless) return resultOf([listed.finding]);
  const [costs, observability] = await Promise.all([
    tryCosts(client, now),
    managedObservability(client, listed.services),
  ]);
  return resultOf([listed.finding, costs, observability, creating], listed.holds);
}

function resultOf(findings: Finding[], holds?: string): ProbeResult {
  return { isUsable: findings.some(({ outcome }) => outcome === "works"), holds, findings };
}

const creating = untried("Creating services", "It cannot be tried without creating one.");

async function tryServices(
  client: Client,
  labelsOf: LabelsOf = async () => (_, name) => name,
): Promise<{ finding: Finding; services?: Service[]; holds?: string; isHopeless: boolean }> {
  const area = "Services";
  try {
    const services = await client.call(listServices, {});
    const holds = servicesInWords(services, await labelsOf(named(services)));
    return { finding: works(area, `I can see ${holds}.`), services, holds, isHopeless: false };
  } catch (error) {
    const finding = failed(area, error);
    return { finding, isHopeless: finding.outcome === "fails" };
  }
}

async function tryCosts(client: Client, now: Date): Promise<Finding> {
  const area = "Costs";
  const yesterday = addDays(utcDay(now), -1);
  try {
    const query = { from_date: yesterday, to_date: yesterday };
    const report = await client.call(readUsageCost, { query });
    assertUnderstood(report, { from: yesterday, to: yesterday });
    return report.costs.length > 0
      ? works(area, "I can read what yesterday cost, and understand its amounts.")
      : works(area, "I may read costs. There are none of yesterday, so its amounts were not looked at.");
  } catch (error) {
    return failed(area, error);
  }
}

function named(services: readonly Service[]): NamedService[] {
  return services.flatMap(({ id, name }) => (name === undefined ? [] : [{ serviceId: id, name }]));
}

// Enough names to recognize the deployment.
const mostNames = 3;

function servicesInWords(services: readonly Service[], label: ServiceLabel): string {
  if (services.length === 0) return "no services yet";
  const names = services.slice(0, mostNames).map(({ name, id }) => label(id, name ?? id));
  const more = services.length - names.length;
  return `${plural(services.length, "service")}: ${formatList(more > 0 ? [...names, `${more} more`] : names)}`;
}
