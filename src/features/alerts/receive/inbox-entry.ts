import { z } from "zod";
import { AlertEvent } from "../incident/event-record.ts";

/** An event that was accepted and waits to be worked into its incident. */
export const ReceivedEvent = z.object({
  kind: z.literal("event"),
  event: AlertEvent,
  receivedAtMs: z.number(),
  acceptedAtMs: z.number(),
  /** How many were received; more than one where a flood was coalesced. */
  times: z.int().min(1),
});
export type ReceivedEvent = z.output<typeof ReceivedEvent>;

const by = { incidentId: z.string(), atMs: z.number() };
const person = {
  ...by,
  userId: z.string(),
  /** As they are called in Slack: a thread names who did something, and a mention there would call them. */
  userName: z.string().max(80).optional(),
};

/** What people, timers and the reconciliation do to an incident; it goes the same way as events, so all is in one order. */
export const IncidentAct = z.discriminatedUnion("act", [
  z.object({ kind: z.literal("act"), act: z.literal("acknowledge"), ...person }),
  z.object({
    kind: z.literal("act"),
    act: z.literal("snooze"),
    ...person,
    untilMs: z.number(),
    reason: z.string().max(300).optional(),
  }),
  z.object({ kind: z.literal("act"), act: z.literal("resolve"), ...person }),
  /** Takes back an acknowledgement or a snooze. */
  z.object({ kind: z.literal("act"), act: z.literal("release"), ...person }),
  /** The key is muted from now on: the hook's record says so already. */
  z.object({ kind: z.literal("act"), act: z.literal("mute"), ...person }),
  /** What the observability API says of its alert. */
  z.object({
    kind: z.literal("act"),
    act: z.literal("reconcile"),
    ...by,
    found: z.enum(["firing", "over", "deleted", "silenced", "unknown"]),
    /** The API's own word for the state. */
    word: z.string().max(60).optional(),
    intervalMs: z.number().positive().optional(),
  }),
  /** Its channel takes nothing any more: it goes on in another one. */
  z.object({
    kind: z.literal("act"),
    act: z.literal("move"),
    ...by,
    toChannelId: z.string(),
    reason: z.string().max(300),
  }),
]);
export type IncidentAct = z.output<typeof IncidentAct>;

/** What waits in a hook's inbox, in the order it was accepted. */
export const InboxEntry = z.union([ReceivedEvent, IncidentAct]);
export type InboxEntry = z.output<typeof InboxEntry>;
