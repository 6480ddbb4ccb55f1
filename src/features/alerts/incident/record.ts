import { z } from "zod";
import { AlertEvent, type AlertOrigin, Severity } from "./event-record.ts";
import { IncidentService } from "../linked/record.ts";
import { hashText } from "../../../lib/hash.ts";
import { keys } from "../../../platform/redis/keys.ts";

/** The key of the list for this origin, by its most precise part, so an incident is in one list only. */
export function recentKey(
  workspaceId: string,
  { alertId, savedSearchId, dashboardId, tileId }: AlertOrigin,
): string | undefined {
  const surest = [
    ["alert", alertId],
    ["search", savedSearchId],
    ["tile", tileId && dashboardId && `${dashboardId} ${tileId}`],
    ["dashboard", dashboardId],
  ].find(([, id]) => id);
  return surest && keys.recentIncidents(workspaceId, hashOfKey(surest.join(" ")));
}

/** Who did something: a person in Slack by id, or one elsewhere by name. Unknown with neither. */
export interface Doer {
  userId?: string | undefined;
  /** Plain text from elsewhere. */
  name?: string | undefined;
}

/** A person's id. Stored as an empty text for someone elsewhere, because version 0.1 needs one. */
const StoredUserId = z
  .string()
  .optional()
  .transform((id) => id || undefined);

/** One line of an incident's history. The message gives it its words. */
export const HistoryEntry = z.object({
  /** Counts up by one within the incident. */
  n: z.int().min(1),
  atMs: z.number(),
  what: z.enum([
    "fired",
    "fired again",
    "severity rose",
    "acknowledged",
    "snoozed",
    "snooze over",
    "released",
    "resolved",
    "flapping",
    "flapping over",
    "muted",
    "moved",
    "reminded",
    "mentioned",
    "presumed over",
    "deleted",
    "silenced",
    "unverified",
    "word changed",
  ]),
  /** Who did it, by user id. */
  userId: z.string().optional(),
  /** The person's name, as the action carried it. Threads use it, because a mention there would notify the person. */
  userName: z.string().max(80).optional(),
  /** A reason, a severity or a state's word, as plain text from outside. */
  note: z.string().max(500).optional(),
  untilMs: z.number().optional(),
  /** A user group to mention with it. */
  groupId: z.string().optional(),
  /** The people to mention with it. */
  userIds: z.array(z.string()).optional(),
  /** The number of events during the snooze, with "snooze over". */
  heldBack: z.int().optional(),
  /** True if the line is posted in the channel too, not only in the thread. */
  isBroadcast: z.literal(true).optional(),
  /** True if the line is for the details only, not for the thread. */
  isQuiet: z.literal(true).optional(),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** When an incident was held back: since when, and once it is released, until when. */
const Held = z.object({ sinceMs: z.number(), untilMs: z.number().optional() });

/** True while an incident is kept and not posted. */
export function isHeld({ held }: { held?: z.output<typeof Held> | undefined }): boolean {
  return held !== undefined && held.untilMs === undefined;
}

/** One alert in one channel, from its first event until it is over. Times are in Unix milliseconds. */
export const Incident = z.object({
  id: z.string(),
  hookId: z.string(),
  key: z.string(),
  channelId: z.string(),
  /** Goes up by one with every change that the message shows. */
  revision: z.int().min(1),
  state: z.enum(["firing", "acknowledged", "snoozed", "resolved"]),
  /** The latest event by the sender's clock. Title, body, group, value and link come from it. */
  latest: AlertEvent,
  /** The highest severity of its events, after the rules of the hook. */
  severity: Severity.optional(),
  openedAtMs: z.number(),
  /** When it was last received. */
  lastSeenAtMs: z.number(),
  /** The time of the latest event by the sender's clock. An older event changes no text. */
  latestAtMs: z.number(),
  /** The time of the latest event that is firing or resolved, by the sender's clock. An older one changes no state. */
  stateAtMs: z.number().optional(),
  /** The end of the key's previous incident. Older events belong to that one. */
  previousEndMs: z.number().optional(),
  /** The number of events received. */
  times: z.int().min(1),
  /** How often its sender evaluates the alert, by its events or the API. */
  intervalMs: z.number().optional(),
  acknowledged: z
    .object({
      /** Absent for someone whom Slack doesn't know. */
      userId: StoredUserId,
      /** The name of such a person. */
      name: z.string().max(80).optional(),
      atMs: z.number(),
      /** True if it was done where the incident was handed over, and ends when it ends there. */
      isElsewhere: z.literal(true).optional(),
      remindedAtMs: z.number().optional(),
    })
    .optional(),
  snoozed: z
    .object({
      userId: z.string(),
      atMs: z.number(),
      untilMs: z.number(),
      reason: z.string().optional(),
      heldBack: z.int(),
    })
    .optional(),
  resolved: z
    .object({
      atMs: z.number(),
      how: z.enum(["sender", "person", "api", "presumed", "deleted"]),
      userId: z.string().optional(),
      /** The name of someone whom Slack doesn't know. */
      name: z.string().max(80).optional(),
      /** True if it was done where the incident was handed over, where it may be opened again. */
      isElsewhere: z.literal(true).optional(),
    })
    .optional(),
  /** The recent times at which it began or ended, to detect flapping. */
  changedAtMs: z.array(z.number()),
  isFlapping: z.boolean(),
  /** The last answer of the API: firing, silenced there, or unknown. */
  truth: z
    .object({
      found: z.enum(["firing", "silenced", "unknown"]),
      atMs: z.number(),
      word: z.string().optional(),
    })
    .optional(),
  /** The service that it is about, if that is known. */
  service: IncidentService.optional(),
  /** Set if it began in a maintenance. */
  held: Held.optional(),
  /** The user group to mention if it stays unacknowledged, and when; absent once that is done. */
  mention: z.object({ groupId: z.string(), atMs: z.number() }).optional(),
  /** When a user group, or who is on call, was mentioned. It happens once. */
  mentionedAtMs: z.number().optional(),
  /** The spans of the latest events' requests, the newest last. Empty for an event without one; absent if all are. */
  traceparents: z.array(z.string()).optional(),
  /** The latest 100 lines. */
  history: z.array(HistoryEntry),
});
export type Incident = z.output<typeof Incident>;

/** What Redis keeps of an incident. */
export function storedIncident(incident: Incident) {
  const { acknowledged } = incident;
  return {
    ...incident,
    acknowledged: acknowledged && { ...acknowledged, userId: acknowledged.userId ?? "" },
  };
}

/** The hash of an incident's key, for use in Redis keys. */
export function hashOfKey(key: string): string {
  return hashText(key, 32);
}
