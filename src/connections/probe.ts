import type { CloudClient } from "../cloud/client.ts";
import { listServices, type Service } from "../cloud/service.ts";
import { readUsageCost } from "../cloud/usage-cost.ts";
import { addDays, utcDay } from "../lib/day.ts";
import { listInWords, plural } from "../lib/text.ts";
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

type Client = Pick<CloudClient, "call">;

/** Tries what a connection can be used for with few reads, each of which changes nothing; it fails only on bugs. */
export async function probe(client: Client, kind: "managed" | "standalone", now: Date): Promise<ProbeResult> {
  if (kind === "standalone") return resultOf(await standaloneObservability(client));
  const listed = await tryServices(client);
  // A key that is refused once is refused always, and an address that leads nowhere does so again.
  if (listed.isHopeless) return resultOf([listed.finding]);
  const [costs, observability] = await Promise.all([
    tryCosts(client, now),
    managedObservability(client, listed.services),
  ]);
  const holds = listed.services && servicesInWords(listed.services);
  return resultOf([listed.finding, costs, observability, creating], holds);
}

function resultOf(findings: Finding[], holds?: string): ProbeResult {
  return { isUsable: findings.some(({ outcome }) => outcome === "works"), holds, findings };
}

const creating = untried("Creating services", "It cannot be tried without creating one.");

async function tryServices(
  client: Client,
): Promise<{ finding: Finding; services?: Service[]; isHopeless: boolean }> {
  const area = "Services";
  try {
    const services = await client.call(listServices, {});
    return { finding: works(area, `I can see ${servicesInWords(services)}.`), services, isHopeless: false };
  } catch (error) {
    const finding = failed(area, error);
    return { finding, isHopeless: finding.outcome === "fails" };
  }
}

async function tryCosts(client: Client, now: Date): Promise<Finding> {
  const area = "Costs";
  const yesterday = addDays(utcDay(now), -1);
  try {
    await client.call(readUsageCost, { query: { from_date: yesterday, to_date: yesterday } });
    return works(area, "I can read what yesterday cost.");
  } catch (error) {
    return failed(area, error);
  }
}

// Enough to know the place by.
const mostNames = 3;

function servicesInWords(services: readonly Service[]): string {
  if (services.length === 0) return "no services yet";
  const names = services.slice(0, mostNames).map(({ name, id }) => name ?? id);
  const more = services.length - names.length;
  return `${plural(services.length, "service")}: ${listInWords(more > 0 ? [...names, `${more} more`] : names)}`;
}
