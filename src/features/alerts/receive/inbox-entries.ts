import { z } from "zod";
import { AlertEvent } from "../incident/event-record.ts";

/** An accepted event that waits to be ingested. */
export const ReceivedEvent = z.object({
  kind: z.literal("event"),
  event: AlertEvent,
  receivedAtMs: z.number(),
  acceptedAtMs: z.number(),
  /** The span of its request. Absent if it is neither exported nor part of a sender's trace. */
  traceparent: z.string().optional(),
  /** The number of received events that it stands for; more than one after a flood was coalesced. */
  times: z.int().min(1),
});
export type ReceivedEvent = z.output<typeof ReceivedEvent>;

const Action = z.object({ kind: z.literal("action"), incidentId: z.string(), atMs: z.number() });
const PersonAction = Action.extend({
  userId: z.string(),
  /** The person's name in Slack. Threads use it, because a mention there would notify the person. */
  userName: z.string().max(80).optional(),
});

/**
 * An action of a person, the reconciliation or the outbox on an incident. It goes through the inbox like an event, so
 * that all changes have one order.
 */
export const IncidentAction = z.discriminatedUnion("verb", [
  PersonAction.extend({
    /** "release" takes back an acknowledgement or a snooze. "mute": the hook's record mutes the key already. */
    verb: z.enum(["acknowledge", "resolve", "release", "mute"]),
    ofStorm: z.literal(true).optional(),
  }),
  PersonAction.extend({
    verb: z.literal("snooze"),
    untilMs: z.number(),
    reason: z.string().max(300).optional(),
    /** True for all alerts of a storm: what another person did with one of them stays. */
    ofStorm: z.literal(true).optional(),
  }),
  /** What happened where the incident was handed over. The person is in Slack too, or has only a name. */
  Action.extend({
    verb: z.literal("hear"),
    what: z.enum(["acknowledged", "resolved", "released", "reopened"]),
    userId: z.string().optional(),
    userName: z.string().max(80),
  }),
  /** The observability API's answer about its alert. */
  Action.extend({
    verb: z.literal("reconcile"),
    found: z.enum(["firing", "over", "deleted", "silenced", "unknown"]),
    /** The API's own word for the state. */
    word: z.string().max(60).optional(),
    intervalMs: z.number().positive().optional(),
  }),
  /** It moves to another channel, because its own rejects messages. */
  Action.extend({ verb: z.literal("move"), toChannelId: z.string(), reason: z.string().max(300) }),
]);
export type IncidentAction = z.output<typeof IncidentAction>;

/** An entry of a hook's inbox. */
export const InboxEntry = z.union([ReceivedEvent, IncidentAction]);
export type InboxEntry = z.output<typeof InboxEntry>;
