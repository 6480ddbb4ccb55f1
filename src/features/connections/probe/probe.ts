import type { CloudClient } from "../../../platform/cloud/client.ts";
import { type WireNames, neutralWireNames } from "../../../platform/cloud/connection.ts";
import { type Service, listServices } from "../../../platform/cloud/services/service.ts";
import { listBackups, newestFirst } from "../../../platform/cloud/services/backup.ts";
import {
  type UsageCost,
  assertUnderstood,
  creditsWordOf,
  readUsageCost,
} from "../../../platform/cloud/costs/usage.ts";
import { type Day, addDays, utcDay } from "../../../lib/day.ts";
import { survey } from "../../../lib/json.ts";
import type { NamedService, ServiceLabel } from "../../../lib/names.ts";
import { formatList, plural } from "../../../lib/text.ts";
import { parseTime, utcTime } from "../../../lib/time.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { managedAlerts, standaloneAlerts } from "../../../platform/cloud/observability/alert.ts";
import { managedDashboards, standaloneDashboards } from "../../../platform/cloud/observability/dashboard.ts";
import { listManagedSources, listStandaloneSources } from "../../../platform/cloud/observability/source.ts";
import * as texts from "./texts.ts";

/** The outcome of trying one use of a connection. */
export interface Finding {
  /** Its heading, as in "Costs". */
  area: string;
  /** "lacks": the key has no right to it. "fails": it does not work until someone fixes it. "untried": unknown. */
  outcome: "works" | "lacks" | "fails" | "untried";
  /** The finding and the advice, in sentences. It may quote the deployment. */
  says: string;
  /** The failure that it is about. */
  error?: AppError;
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
  if (error.unserved) return { ...untried(area, texts.unsupported), error };
  const kind = error.operation === undefined ? undefined : error.kind;
  const outcome = kind === "forbidden" || kind === "missing" ? "lacks" : "fails";
  return { area, outcome, says: kind === "auth" ? texts.refusedKey : error.message, error };
}

type Client = Pick<CloudClient, "call">;

/** A service as a probe uses it. */
type SeenService = Pick<Service, "id" | "name">;

/** Tries the observability API of a stand-alone server, or of a cloud's first service. */
export async function tryObservability(
  client: Client,
  kind: "managed" | "standalone",
  { services, isThorough = false }: { services?: readonly SeenService[] | undefined; isThorough?: boolean },
): Promise<Finding> {
  const area = texts.areas.observability;
  const [first] = services ?? [];
  if (kind === "managed" && !first) return untried(area, texts.needsService);
  const { dashboard, alert, source } = first
    ? listsOf(client, { serviceId: first.id })
    : listsOfServer(client);
  const lists = { dashboard, alert, ...(isThorough && { source }) };
  const read = await Promise.all(
    Object.entries(lists).map(async ([noun, list]) => ({ noun, list: await attempt(list) })),
  );
  const failures = read.flatMap(({ list }) => (list instanceof AppError ? [list] : []));
  const [failure] = failures.toSorted((one, other) => Number(one.unserved) - Number(other.unserved));
  if (failure && (!failure.unserved || failures.length === read.length)) return failed(area, failure);
  const seen = read.flatMap(({ noun, list }) =>
    list instanceof AppError ? [] : [plural(list.length, noun)],
  );
  const lacking = read.flatMap(({ noun, list }) => (list instanceof AppError ? [`${noun}s`] : []));
  const says = texts.canSee(`${formatList(seen)}${first ? ` of ${first.name ?? first.id}` : ""}`);
  return works(area, lacking.length > 0 ? `${says} ${texts.unsupportedToo(lacking)}` : says);
}

function listsOf(client: Client, service: { serviceId: string }) {
  return {
    dashboard: () => client.call(managedDashboards.list, service),
    alert: () => client.call(managedAlerts.list, service),
    source: () => client.call(listManagedSources, service),
  };
}

function listsOfServer(client: Client) {
  return {
    dashboard: () => client.call(standaloneDashboards.list, {}),
    alert: () => client.call(standaloneAlerts.list, {}),
    source: () => client.call(listStandaloneSources, {}),
  };
}

/** What a connection's key can do, as far as reads show. */
export interface ProbeResult {
  /** True if the deployment knows the key and lets it do at least one thing. */
  isUsable: boolean;
  /** What the deployment has, as in "2 services: orders and analytics", if it said. */
  holds: string | undefined;
  findings: Finding[];
  /** The services that it lists, or names in its costs if it has no list. */
  services: readonly SeenService[];
  /** The deployment's words, as far as its answers show them. A neutral word is that of the connection. */
  words: Words;
}

/** Some of a deployment's words. */
export type Words = { [Name in keyof WireNames]?: WireNames[Name] | undefined };

/** Reads what services are called, from those that the cloud lists. */
type LabelsOf = (seen: readonly NamedService[]) => Promise<ServiceLabel>;

interface ProbeOptions {
  now: Date;
  labelsOf?: LabelsOf;
  /** True to read more: backups, sources, and costs of a whole month. A person who waits for a page has no time for it. */
  isThorough?: boolean;
}

/** Tries a connection's uses with few reads that change nothing. Fails on bugs only. */
export async function probe(
  client: Client,
  kind: "managed" | "standalone",
  { now, labelsOf, isThorough = false }: ProbeOptions,
): Promise<ProbeResult> {
  if (kind === "standalone") return resultOf([await tryObservability(client, kind, { isThorough })]);
  const listed = await tryServices(client, labelsOf);
  // A refused key is refused every time, and a dead address stays dead.
  if (listed.isHopeless) return resultOf([listed.finding]);
  const costing = tryCosts(client, { now, isThorough });
  const services = listed.services ?? (await costing).services;
  const [costs, observability, backups] = await Promise.all([
    costing,
    tryObservability(client, kind, { services, isThorough }),
    isThorough ? tryBackups(client, services) : undefined,
  ]);
  const words = { ...versionWordIn(listed.services ?? []), ...costs.words };
  const findings = [listed.finding, ...(backups ? [backups] : []), costs.finding, observability, creating];
  return { ...resultOf(findings, listed.holds), services, words };
}

function resultOf(findings: Finding[], holds?: string): ProbeResult {
  const isUsable = findings.some(({ outcome }) => outcome === "works");
  return { isUsable, holds, findings, services: [], words: {} };
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

const versionName = /^[A-Za-z]\w{0,32}Version$/;

/** The name of the version of these services, if they have one. */
function versionWordIn(services: readonly Service[]): Words {
  const names = services.flatMap((service) =>
    Object.entries(service).flatMap(([name, value]) =>
      versionName.test(name) && /^v?\d/.test(String(value)) ? [name] : [],
    ),
  );
  const neutral = names.find((name) => name === neutralWireNames.engineVersion);
  return { engineVersion: neutral ?? names[0] };
}

// Enough to see that they are there. Each service is a request of its own.
const mostServicesWithBackups = 3;

async function tryBackups(client: Client, services: readonly SeenService[]): Promise<Finding> {
  const area = texts.areas.backups;
  const some = services.slice(0, mostServicesWithBackups);
  if (some.length === 0) return untried(area, texts.needsService);
  try {
    const lists = await Promise.all(some.map(({ id }) => client.call(listBackups, { serviceId: id })));
    const { readable, unreadable } = survey(lists.flat());
    const [newest] = newestFirst(readable);
    const startedAt = parseTime(newest?.startedAt);
    const seen = texts.canSee(`${plural(readable.length, "backup")} of ${plural(some.length, "service")}`);
    const more = [
      ...(services.length > some.length ? [texts.ofSome(some.length, services.length)] : []),
      ...(startedAt ? [texts.newestBackup(utcTime(startedAt))] : []),
      ...(unreadable.length > 0 ? [texts.oddBackups(unreadable.length)] : []),
    ];
    return works(area, [seen, ...more].join(" "));
  } catch (error) {
    return failed(area, error);
  }
}

// spec/api.md, "Usage costs": 31 days are the longest report.
const mostDays = 31;

/** Tries to read costs: of yesterday, or of as many days as one report has. */
export async function tryCosts(
  client: Client,
  { now, isThorough = false }: Pick<ProbeOptions, "now" | "isThorough">,
): Promise<{ finding: Finding; services: SeenService[]; words: Words }> {
  const area = texts.areas.costs;
  const to = addDays(utcDay(now), -1);
  const from = isThorough ? addDays(to, 1 - mostDays) : to;
  let words: Words = {};
  try {
    const report = await client.call(readUsageCost, { query: { from_date: from, to_date: to } });
    const credits = report.costs.length > 0 ? neutralWireNames.credits : undefined;
    words = { credits: creditsWordOf(report) ?? credits };
    assertUnderstood(report, { from, to });
    const days = [...new Set(report.costs.map(({ date }) => date))].toSorted();
    const services = new Map(
      report.costs.flatMap(({ serviceId: id, entityName: name }) => (id ? [[id, { id, name }]] : [])),
    );
    const says = costsSay(days, report, isThorough);
    return { finding: works(area, says), services: [...services.values()], words };
  } catch (error) {
    return { finding: failed(area, error), services: [], words };
  }
}

function costsSay(days: readonly Day[], { cameAsOne }: UsageCost, isThorough: boolean): string {
  if (days.length === 0) return texts.noCosts(isThorough ? `the last ${mostDays} days` : "yesterday");
  if (!isThorough) return texts.costsRead;
  return cameAsOne ? texts.costsOneByOne : texts.costsOfDays(days);
}

// Enough names to recognize the deployment.
const mostNames = 3;

function formatServices(services: readonly SeenService[], label: ServiceLabel): string {
  if (services.length === 0) return texts.noServices;
  const names = services.slice(0, mostNames).map(({ name, id }) => label(id, name ?? id));
  const more = services.length - names.length;
  return `${plural(services.length, "service")}: ${formatList(more > 0 ? [...names, `${more} more`] : names)}`;
}
