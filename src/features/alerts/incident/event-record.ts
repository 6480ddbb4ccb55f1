import { z } from "zod";
import type { Incident } from "./record.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { ReceivedEvent } from "../receive/inbox.ts";
import { type Facts, quietly, told } from "./step.ts";

/** What is told again so soon after it was over is the same incident; what comes later is a new one. */
export const againWithinMs = 10 * minuteMs;

/** When what an event says was so: by the sender's clock, or without that when it was received. */
export function eventAtMs({ event, receivedAtMs }: ReceivedEvent): number {
  return event.atMs ?? receivedAtMs;
}

/** True where an event is older than the latest one that said firing or resolved. */
export function isOlderThanState({ stateAtMs }: Incident, atMs: number): boolean {
  return stateAtMs !== undefined && atMs < stateAtMs;
}

/** When an incident was over, by the latest that said so; undefined for an open one. */
export function endMs({ resolved, stateAtMs }: Incident): number | undefined {
  return resolved && Math.max(resolved.atMs, stateAtMs ?? resolved.atMs);
}

/** How bad an alert is, the mildest first. */
export const severities = ["info", "warning", "error", "critical"] as const;
export const Severity = z.enum(severities);
export type Severity = z.output<typeof Severity>;

/** Where in the observability system an alert stands, as far as its body or its link tells. */
export const AlertOrigin = z.object({
  alertId: z.string().optional(),
  dashboardId: z.string().optional(),
  tileId: z.string().optional(),
  savedSearchId: z.string().optional(),
});
export type AlertOrigin = z.output<typeof AlertOrigin>;

/**
 * One thing that a sender said of one alert, as its parser read it. All texts are plain, with entities decoded and
 * nothing escaped: they come from elsewhere. Times are in Unix milliseconds.
 */
export const AlertEvent = z.object({
  /** The parser that read it, as in "structured". */
  sender: z.string(),
  /** Tells the incident from others of the same hook, in every state: the event id or fingerprint, else name and group. */
  key: z.string().min(1).max(500),
  /** On one line. */
  title: z.string().min(1).max(500),
  /** What the alert is called in all its groups and states, for counts by alert. */
  alertName: z.string().min(1).max(300),
  body: z.string().max(262_144),
  /** Set if `body` is only the beginning: the digest and the length of the whole one, which is kept for a day. */
  wholeBody: z.object({ digest: z.string(), bytes: z.int() }).optional(),
  group: z.string().max(500).optional(),
  severity: Severity.optional(),
  /** "unclear" neither begins nor ends anything by itself: no data, pending, an error, or not said. */
  state: z.enum(["firing", "resolved", "unclear"]),
  /** The state in the sender's own word, where it gave one. */
  stateWord: z.string().max(60).optional(),
  /** True for what a sender's "send test" sends. */
  isTest: z.literal(true).optional(),
  /** True where nothing could be read: the body is then the raw text. */
  isUnreadable: z.literal(true).optional(),
  /** http(s) only. */
  link: z.string().max(3_000).optional(),
  /** Where it can be silenced; http(s) only. */
  silenceLink: z.string().max(3_000).optional(),
  value: z.string().max(100).optional(),
  threshold: z.string().max(100).optional(),
  /** The window that was evaluated, or for senders without windows when it began and ended. */
  startsAtMs: z.number().optional(),
  endsAtMs: z.number().optional(),
  /** How long an evaluation window is, for senders that say so again in each. */
  windowMs: z.number().positive().optional(),
  /** When what it says was so, by the sender's clock; without it, when it was received. */
  atMs: z.number().optional(),
  origin: AlertOrigin.optional(),
});
export type AlertEvent = z.output<typeof AlertEvent>;

/** How bad an event is: as a rule of the hook says, else as the event does. */
export function severityOf({ event }: ReceivedEvent, { route }: Facts): Severity | undefined {
  return route.severity ?? event.severity;
}

/** An incident that is as bad as its worst event; a rise is told, also of a snoozed one where it is critical from now on. */
export function raised(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const before = incident.severity;
  const severity = severityOf(received, facts);
  if (severity === undefined || rankOf(severity) <= rankOf(before)) return incident;
  const higher = { ...incident, severity };
  // The first that is said is no rise, but nobody should miss that it is critical.
  if (before === undefined && severity !== "critical") return higher;
  const isQuiet = facts.route.isMuted || (incident.state === "snoozed" && severity !== "critical");
  return told(higher, {
    atMs: eventAtMs(received),
    what: "severity rose",
    note: severity,
    ...(facts.hook.broadcasts && !isQuiet && { isBroadcast: true }),
    ...quietly(isQuiet),
  });
}

/** True where an incident became critical that was not. */
export function becameCritical(before: Incident, { severity }: Incident): boolean {
  return severity === "critical" && before.severity !== "critical";
}

function rankOf(severity: Severity | undefined): number {
  return severity === undefined ? -1 : severities.indexOf(severity);
}
