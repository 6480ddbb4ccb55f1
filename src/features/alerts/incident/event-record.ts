import { z } from "zod";

/** The time of an event by the sender's clock, else the time of its receipt. */
export function eventAtMs({
  event,
  receivedAtMs,
}: {
  event: Pick<AlertEvent, "atMs">;
  receivedAtMs: number;
}): number {
  return event.atMs ?? receivedAtMs;
}

/**
 * The `sender` of events that we make ourselves, such as one of a missing beat. No sender delivered them, so no count has
 * them. No parser has this name, and records of incidents keep it.
 */
export const ownSender = "heartbeat";

/** True for an event that we made ourselves. */
export function isOwnEvent({ sender }: Pick<AlertEvent, "sender">): boolean {
  return sender === ownSender;
}

/** The severities, the mildest first. */
export const severities = ["info", "warning", "error", "critical"] as const;
export const Severity = z.enum(severities);
export type Severity = z.output<typeof Severity>;

/** Higher for a worse severity. None is the lowest. */
export function severityRank(severity: Severity | undefined): number {
  return severity === undefined ? -1 : severities.indexOf(severity);
}

/** The origin of an alert in the observability system, as far as its body or link gives it. */
export const AlertOrigin = z.object({
  alertId: z.string().optional(),
  dashboardId: z.string().optional(),
  tileId: z.string().optional(),
  savedSearchId: z.string().optional(),
});
export type AlertOrigin = z.output<typeof AlertOrigin>;

/**
 * One event of one alert, as a parser read it. All texts come from outside: they are plain, with entities decoded and
 * nothing escaped. Times are in Unix milliseconds.
 */
export const AlertEvent = z.object({
  /** The name of the parser, as in "structured". */
  sender: z.string(),
  /** Identifies the alert within its hook in every state: the event id or fingerprint, else name and group. */
  key: z.string().min(1).max(500),
  /** On one line. */
  title: z.string().min(1).max(500),
  /** The alert's name, the same in all groups and states, for counts by alert. */
  alertName: z.string().min(1).max(300),
  body: z.string().max(262_144),
  /** Set if `body` is only the beginning: the hash and the length of the whole one, which is kept for a day. */
  wholeBody: z.object({ hash: z.string(), bytes: z.int() }).optional(),
  group: z.string().max(500).optional(),
  severity: Severity.optional(),
  /** "unclear" neither begins nor ends an incident: no data, pending, an error, or no state. */
  state: z.enum(["firing", "resolved", "unclear"]),
  /** The sender's own word for the state, if it gave one. */
  stateWord: z.string().max(60).optional(),
  /** True for a test, such as from a sender's "send test". */
  isTest: z.literal(true).optional(),
  /** True if nothing could be read. Then the body is the raw text. */
  isUnreadable: z.literal(true).optional(),
  /** http(s) only. */
  link: z.string().max(3_000).optional(),
  /** The page that says what to do about it; http(s) only. */
  runbook: z.string().max(3_000).optional(),
  /** The page that silences it; http(s) only. */
  silenceLink: z.string().max(3_000).optional(),
  value: z.string().max(100).optional(),
  threshold: z.string().max(100).optional(),
  /** The evaluation window, or without windows the begin and the end of the alert. */
  startsAtMs: z.number().optional(),
  endsAtMs: z.number().optional(),
  /** The length of the evaluation window, for senders with windows. */
  windowMs: z.number().positive().optional(),
  /** The time of the event by the sender's clock; absent if the time of receipt counts. */
  atMs: z.number().optional(),
  origin: AlertOrigin.optional(),
});
export type AlertEvent = z.output<typeof AlertEvent>;
