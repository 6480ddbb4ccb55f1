import type { Service } from "../../../platform/cloud/services/service.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { foldName } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { minuteMs } from "../../../lib/duration.ts";

/** A request that was sent and has no answer, as far as it can be told apart from another. */
export interface Lost {
  requestId: string;
  request: ServiceRequest;
  /** Between these its service was created, if it was; `until` is absent while it is being sent. */
  since: Date;
  until: Date | undefined;
  /** True while it may still be answered, or its service may still turn up. */
  open: boolean;
}

/** A service in the cloud's list, and the request that it is known to come from. */
export interface Listed {
  service: Service;
  origin: string | undefined;
}

/** What a list of services says of a lost request. */
export type Verdict =
  | { kind: "found"; service: Service }
  | { kind: "absent" }
  /** Some of these may be it; `open` is true while that may still become clear by itself. */
  | { kind: "unclear"; services: Service[]; open: boolean };

/** False for a service that tells another name than this, which is folded; a list may leave names out. */
export function mayBeCalled(name: string | undefined, normalized: string): boolean {
  const told = foldName(name);
  return told === "" || told === normalized;
}

/**
 * Which service a lost request became, by its name, its time and what else both tell, unless it came from another
 * request. Where other lost requests may have made the same services, it is clear only if each made one.
 */
export function verdictOn(own: Lost, others: readonly Lost[], listed: readonly Listed[]): Verdict {
  const known = listed.find(({ origin }) => origin === own.requestId);
  if (known) return { kind: "found", service: known.service };
  const services = listed.flatMap(({ service, origin }) => (origin === undefined ? [service] : []));
  const possible = services.filter((service) => mayBe(service, own));
  if (possible.length === 0) return { kind: "absent" };
  // Another request may get its service between the reading of the requests and that of the services' origins.
  const served = new Set(listed.map(({ origin }) => origin));
  const rivals = others.filter(
    (other) => !served.has(other.requestId) && possible.some((service) => mayBe(service, other)),
  );
  const fitting = possible.filter((service) => fits(service, own));
  const [only] = fitting;
  if (only && fitting.length === 1 && rivals.length === 0) return { kind: "found", service: only };
  const paired = pair(own, rivals, services);
  if (paired) return { kind: "found", service: paired };
  return { kind: "unclear", services: possible, open: rivals.some(({ open }) => open) };
}

/** Requests that look the same and are as many as the services they may have made: the first made the first. */
function pair(own: Lost, rivals: readonly Lost[], services: readonly Service[]): Service | undefined {
  const group = [own, ...rivals].toSorted((a, b) => compare(sortKey(a), sortKey(b)));
  const made = services.filter((service) => group.some((each) => mayBe(service, each)));
  const isAlike = group.every((each) => made.every((service) => fits(service, each)));
  const isSent = group.every(({ until }) => until !== undefined);
  if (rivals.length === 0 || !isSent || !isAlike || made.length !== group.length) return undefined;
  return made.toSorted((a, b) => compare(createdKey(a), createdKey(b)))[group.indexOf(own)];
}

// Texts that sort by time, and the same way in every process.
const sortKey = ({ since, requestId }: Lost) => `${since.toISOString()} ${requestId}`;
const createdKey = ({ createdAt, id }: Service) => `${timeOf(createdAt)?.toISOString() ?? ""} ${id}`;
const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** A clock that is wrong by more is one of which nothing can be told. */
const worstClockMs = 15 * minuteMs;

/** False for what is surely not it: another name, or another time by any clock. */
function mayBe({ name, createdAt }: Service, { request, since, until }: Lost): boolean {
  if (!mayBeCalled(name, foldName(request.name))) return false;
  const createdMs = timeOf(createdAt)?.getTime();
  if (createdMs === undefined) return true;
  return (
    createdMs >= since.getTime() - worstClockMs &&
    (until === undefined || createdMs <= until.getTime() + worstClockMs)
  );
}

/** A time that names its zone; any other may be hours off. */
function timeOf(text: string | undefined): Date | undefined {
  return text !== undefined && /(z|[+-]\d\d:?\d\d)$/i.test(text) ? parseTime(text) : undefined;
}

const compared = [
  "provider",
  "region",
  "tier",
  "numReplicas",
  "minReplicaMemoryGb",
  "maxReplicaMemoryGb",
  "byocId",
  "dataWarehouseId",
  "isReadonly",
] as const;

/** True where its time is told and is right, and nothing that both tell differs. */
function fits(service: Service, { request, since, until }: Lost): boolean {
  const created = timeOf(service.createdAt);
  if (foldName(service.name) !== foldName(request.name) || created === undefined) return false;
  if (created < since || (until !== undefined && created > until)) return false;
  return compared.every((name) => {
    const asked = request[name];
    const told = service[name];
    return asked === undefined || told === undefined || normalizeValue(asked) === normalizeValue(told);
  });
}

function normalizeValue(value: string | number | boolean): string {
  return String(value).toLowerCase();
}
