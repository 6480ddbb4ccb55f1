import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { ScalingChange, type Service, serviceStates } from "../../../platform/cloud/services/service.ts";
import { SubmittedIn } from "../../../platform/forms/submit.ts";
import type { LifecycleContext } from "../context.ts";
import { Address, type Ended, Shape } from "./progress.ts";

/** One request of a change. Each is sent at most once, in order. */
export const Part = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("addresses"), add: z.array(Address), remove: z.array(Address) }),
  z.object({ kind: z.literal("scaling"), to: ScalingChange }),
  z.object({ kind: z.literal("stop") }),
  z.object({ kind: z.literal("start") }),
  z.object({ kind: z.literal("delete") }),
]);
export type Part = z.output<typeof Part>;

/** What a change is, for people and in the audit log. */
export const ChangeVerb = z.enum(["change", "stop", "start", "delete"]);
export type ChangeVerb = z.output<typeof ChangeVerb>;

/** A submitted change, as its job carries it. It holds no secret. */
export const SubmittedChange = z.object({
  workspaceId: z.string(),
  /** A person, or "app" for a policy. */
  userId: z.string(),
  userName: z.string().optional(),
  /** The channel of the command. */
  channelId: z.string().optional(),
  service: z.object({ serviceId: z.string(), name: z.string(), connection: z.string() }),
  verb: ChangeVerb,
  parts: z.array(Part).min(1),
  /** The service as its person saw it. */
  seen: Shape.optional(),
  /** Why a policy does it, for the audit log. */
  because: z.string().optional(),
  /** It is sent only while its schedule still says the same: a person may have moved it meanwhile. */
  asOf: z.object({ scheduleId: z.string(), field: z.string(), value: z.string() }).optional(),
  /** Its form, which has its modal; absent for a button. */
  form: SubmittedIn.optional(),
});
export type SubmittedChange = z.output<typeof SubmittedChange>;

/** A submitted change with its id and its context. */
export interface PendingChange {
  changeId: string;
  submitted: SubmittedChange;
  context: LifecycleContext;
}

/** Accepts a change: from then on it survives crashes. The same id again changes nothing. */
export async function acceptChange(
  changeId: string,
  submitted: SubmittedChange,
  { serviceChanges }: Pick<LifecycleContext, "serviceChanges">,
  afterMs = 0,
): Promise<void> {
  await serviceChanges.accept(changeId, submitted, afterMs);
}

/** A service as the form shows it. */
export function shapeOf(service: Service): Shape {
  const { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, idleScaling, idleTimeoutMinutes } = service;
  const addresses = service.ipAccessList?.flatMap(({ source, description }) =>
    source === undefined ? [] : [{ source, ...(description && { description }) }],
  );
  const shape = { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, idleScaling, idleTimeoutMinutes };
  // A size beyond the specification's limits is left alone, and not shown.
  const { data = {} } = ScalingChange.safeParse(shape);
  return { ...data, ...(addresses && { ipAccessList: addresses }) };
}

interface ScheduleOfService {
  id: string;
  service: { serviceId: string; name: string };
  connection: string;
}

/** What a schedule does to its service. It is void once the schedule's field has another value. */
interface ScheduledChange {
  verb: "start" | "stop" | "delete";
  /** Tells it from the schedule's other changes at that value. */
  what: string;
  asOf: { field: string; value: string };
  because: string;
}

/** Accepts a schedule's change once, and returns how it ended. Undefined while it is under way. */
export async function changeBySchedule(
  { id, service, connection }: ScheduleOfService,
  { verb, what, asOf, because }: ScheduledChange,
  context: LifecycleContext,
): Promise<Ended | undefined> {
  const changeId = `${id}-${Date.parse(asOf.value)}-${what}`;
  const progress = await context.serviceChangeLog.find(changeId);
  if (progress?.status === "ended") return progress;
  await acceptChange(
    changeId,
    {
      workspaceId: context.workspaceId,
      userId: "app",
      service: { ...service, connection },
      verb,
      parts: [{ kind: verb }],
      because,
      asOf: { scheduleId: id, ...asOf },
    },
    context,
  );
  return undefined;
}

const scalingFields = [
  "numReplicas",
  "minReplicaMemoryGb",
  "maxReplicaMemoryGb",
  "idleScaling",
  "idleTimeoutMinutes",
] as const satisfies readonly (keyof ScalingChange)[];

/** The requests that make one shape of another: none if nothing differs. Nothing else is sent. */
export function partsBetween(before: Shape, after: Shape): Part[] {
  const scaling = Object.fromEntries(
    scalingFields
      .filter((field) => after[field] !== undefined && after[field] !== before[field])
      .map((field) => [field, after[field]]),
  );
  const addresses = changedAddresses(before.ipAccessList ?? [], after.ipAccessList ?? []);
  return [
    ...(addresses ? [{ kind: "addresses", ...addresses } as const] : []),
    ...(Object.keys(scaling).length > 0 ? [{ kind: "scaling", to: scaling } as const] : []),
  ];
}

function without(all: readonly Address[], others: readonly Address[]): Address[] {
  return all.filter((each) => !others.some((other) => isSameAddress(each, other)));
}

/** A changed description is an entry to take away and one to add. */
function changedAddresses(before: readonly Address[], after: readonly Address[]) {
  const [add, remove] = [without(after, before), without(before, after)];
  return add.length + remove.length === 0 ? undefined : { add, remove };
}

function isSameAddress(one: Address, other: Address): boolean {
  return one.source === other.source && (one.description ?? "") === (other.description ?? "");
}

/** True if the service is so already: a lost answer has had its effect, or someone else was faster. */
export function isMade(part: Part, service: Service): boolean {
  const now = shapeOf(service);
  switch (part.kind) {
    case "addresses": {
      const has = (address: Address) => (now.ipAccessList ?? []).some((each) => isSameAddress(each, address));
      const isGone = ({ source }: Address) =>
        part.add.some((each) => each.source === source) ||
        !(now.ipAccessList ?? []).some((each) => each.source === source);
      return part.add.every(has) && part.remove.every(isGone);
    }
    case "scaling":
      return scalingFields.every((field) => part.to[field] === undefined || part.to[field] === now[field]);
    case "stop":
      return isStopped(service) || service.state === "stopping";
    case "start":
      return isKnownState(service) && !isStopped(service) && service.state !== "stopping";
    case "delete":
      return false;
  }
}

/** True if what a part changes is as its person saw it. */
export function isAsSeen(part: Part, seen: Shape | undefined, service: Service): boolean {
  if (seen === undefined) return true;
  const now = shapeOf(service);
  if (part.kind === "addresses")
    return isDeepStrictEqual(sorted(now.ipAccessList), sorted(seen.ipAccessList));
  // The price depends on all of the size.
  return part.kind !== "scaling" || scalingFields.every((field) => now[field] === seen[field]);
}

function sorted(list: readonly Address[] = []): string[] {
  return list.map(({ source, description = "" }) => `${source} ${description}`).toSorted();
}

function isStopped({ state }: Pick<Service, "state">): boolean {
  return state === "stopped";
}

function isKnownState({ state }: Service): boolean {
  return serviceStates.some((known) => known === state);
}
