import type { CloudClient } from "../../../platform/cloud/client.ts";
import { listServices, type Service } from "../../../platform/cloud/services/service.ts";
import { assertUnderstood, readUsageCost } from "../../../platform/cloud/costs/usage-cost.ts";
import { addDays, utcDay } from "../../../lib/day.ts";
import type { NamedService, ServiceLabel } from "../../../lib/service-labels.ts";
import { listInWords, plural } from "../../../lib/text.ts";
import { type Finding, failed, untried, works } from "./finding.ts";
import { managedObservability, standaloneObservability } from "./probe-observability.ts";

/** What a connection's key can do, as far as reading tells. */
export interface ProbeResult {
  /** True where the deployment knew the key, and let it do at least one thing. */
  isUsable: boolean;
  /** What there is at the deployment, in words, where it told: "2 services: orders and analytics". */
  holds: string | undefined;
  findings: Finding[];
}

/** Reads what services are called, from those that the cloud lists. */
type LabelsOf = (seen: readonly NamedService[]) => Promise<ServiceLabel>;

type Client = Pick<CloudClient, "call">;

/** Tries what a connection can be used for with few reads, each of which changes nothing; it fails only on bugs. */
export async function probe(
  client: Client,
  kind: "managed" | "standalone",
  { now, labelsOf }: { now: Date; labelsOf?: LabelsOf },
): Promise<ProbeResult> {
  if (kind === "standalone") return resultOf(await standaloneObservability(client));
  const listed = await tryServices(client, labelsOf);
  // A key that is refused once is refused always, and an address that leads nowhere does so again.
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

// Enough to know the place by.
const mostNames = 3;

function servicesInWords(services: readonly Service[], label: ServiceLabel): string {
  if (services.length === 0) return "no services yet";
  const names = services.slice(0, mostNames).map(({ name, id }) => label(id, name ?? id));
  const more = services.length - names.length;
  return `${plural(services.length, "service")}: ${listInWords(more > 0 ? [...names, `${more} more`] : names)}`;
}
