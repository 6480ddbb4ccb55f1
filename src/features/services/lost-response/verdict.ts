import { minuteMs } from "../../../lib/duration.ts";
import { foldName } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import { showsByMs } from "../../../platform/jobs/request-log/send-once.ts";
import type { ProgressOf, RequestProgress } from "../provisioning/progress.ts";
import { type ProvisioningRequest, type Submission, findSubmission } from "../provisioning/submission.ts";

/** A request that was sent and has no answer, with what distinguishes it from others. */
export interface Lost {
  requestId: string;
  request: ServiceRequest;
  /** If its service was created, then between these times. `until` is absent while it is being sent. */
  since: Date;
  until: Date | undefined;
  /** True while it may still be answered, or its service may still show. */
  open: boolean;
}

/** A service in the cloud's list, and the request that it came from, if that is known. */
export interface Listed {
  service: Service;
  origin: string | undefined;
}

/** What a list of services shows about a lost request. */
export type Verdict =
  | { kind: "found"; service: Service }
  | { kind: "absent" }
  /** Some of these may be its service. `open` is true while that may still become clear. */
  | { kind: "unclear"; services: Service[]; open: boolean };

/** False for a service with another name than this folded one. A list may leave names out. */
function mayBeCalled(name: string | undefined, folded: string): boolean {
  const listed = foldName(name);
  return listed === "" || listed === folded;
}

/**
 * Which service a lost request became, by its name, its time and the fields that both have. Services of other requests
 * do not count. If other lost requests may have made the same services, it is clear only if each made one.
 */
export function verdictOn(own: Lost, others: readonly Lost[], listed: readonly Listed[]): Verdict {
  const known = listed.find(({ origin }) => origin === own.requestId);
  if (known) return { kind: "found", service: known.service };
  const services = listed.flatMap(({ service, origin }) => (origin === undefined ? [service] : []));
  const possible = services.filter((service) => mayBe(service, own));
  if (possible.length === 0) return { kind: "absent" };
  // Another request may have got its service after the requests were read.
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

/** Pairs equal requests with as many services: the first request made the first service. */
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

/** A clock that is wrong by more proves nothing. */
const worstClockMs = 15 * minuteMs;

/** False for another name, or another time by any clock. */
function mayBe({ name, createdAt }: Service, { request, since, until }: Lost): boolean {
  if (!mayBeCalled(name, foldName(request.name))) return false;
  const createdMs = timeOf(createdAt)?.getTime();
  if (createdMs === undefined) return true;
  return (
    createdMs >= since.getTime() - worstClockMs &&
    (until === undefined || createdMs <= until.getTime() + worstClockMs)
  );
}

/** A time with its zone. Any other may be hours off. */
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

/** True if its time is right, and no field that both have differs. */
function fits(service: Service, { request, since, until }: Lost): boolean {
  const created = timeOf(service.createdAt);
  if (foldName(service.name) !== foldName(request.name) || created === undefined) return false;
  if (created < since || (until !== undefined && created > until)) return false;
  return compared.every((name) => {
    const asked = request[name];
    const listed = service[name];
    return asked === undefined || listed === undefined || normalizeValue(asked) === normalizeValue(listed);
  });
}

function normalizeValue(value: string | number | boolean): string {
  return String(value).toLowerCase();
}

/** How far the cloud's clock and ours may be apart. It is short, because a longer one fits more services of others. */
const cloudClockToleranceMs = minuteMs;

/** What a list of services, read since then, shows about this request. Fails as the list does. */
export async function findVerdict(
  provisioning: ProvisioningRequest,
  unknown: ProgressOf<"unknown">,
  since: Date,
): Promise<Verdict> {
  const { requestId, submission, context } = provisioning;
  const name = foldName(submission.request.name);
  const services = (await context.servicesSince(submission.connection, since)).filter((service) =>
    mayBeCalled(service.name, name),
  );
  // In this order: a request for one of these services was saved before the list was read, and a request that has
  // its outcome got its service attributed before that.
  const others = await otherLost(provisioning, name);
  const origins = await context.origins.of(services.map(({ id }) => id));
  const listed = services.map((service, index) => ({ service, origin: origins[index] }));
  return verdictOn(lost(requestId, submission, unknown, context), others, listed);
}

/** The other requests for this name and connection without an outcome. */
async function otherLost(
  { requestId, submission, context }: ProvisioningRequest,
  name: string,
): Promise<Lost[]> {
  const ids = await context.unresolved.named(name, submission.connection);
  const others = await Promise.all(ids.filter((id) => id !== requestId).map((id) => lostOf(id, context)));
  return others.filter((other) => other !== undefined);
}

async function lostOf(requestId: string, context: ProvisioningRequest["context"]): Promise<Lost | undefined> {
  const progress = await context.requests.find(requestId);
  if (progress && "sentAt" in progress) {
    const submission = await findSubmission(requestId, context);
    return submission && lost(requestId, submission, progress, context);
  }
  // One without progress was not sent before the list was read.
  if (progress) await context.unresolved.drop(requestId);
  return undefined;
}

function lost(
  requestId: string,
  { request }: Submission,
  progress: Extract<RequestProgress, { sentAt: string }>,
  context: ProvisioningRequest["context"],
): Lost {
  const since = new Date(Date.parse(progress.sentAt) - cloudClockToleranceMs);
  const facts = { requestId, request, since };
  if (progress.status !== "unknown") return { ...facts, until: undefined, open: true };
  const shownMs = showsByMs(progress, context.limits);
  // An abandoned request may reach the cloud at any time, when its process goes on.
  const untilMs = progress.abandoned ? Math.max(shownMs, context.now().getTime()) : shownMs;
  return {
    ...facts,
    until: new Date(untilMs + cloudClockToleranceMs),
    open: context.now().getTime() < shownMs,
  };
}
