import { Address, Shape } from "./progress.ts";
import { z } from "zod";
import type { Service } from "../../../platform/cloud/services/service.ts";
import { ScalingChange } from "../../../platform/cloud/services/changes.ts";
import { SubmittedIn } from "../../../platform/forms/submit.ts";
import type { LifecycleContext } from "../context.ts";

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
