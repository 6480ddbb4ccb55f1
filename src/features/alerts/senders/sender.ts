/**
 * The raw parts of one alert in a sender's body. Nothing is checked, decoded or cut yet; a value of a wrong type counts
 * as absent. `toEvent` makes an event of it.
 */
export interface Reading {
  /** Identifies the alert within its hook, in every state. */
  id?: unknown;
  title?: unknown;
  /** The alert's name, the same in all groups and states. Without it, the name comes from the title. */
  name?: unknown;
  /** The name of its rule, if the title may lack it. */
  rule?: unknown;
  body?: unknown;
  group?: unknown;
  severity?: unknown;
  /** Words for the state, the most important first. */
  states?: unknown[];
  /** The state if neither those words nor the title give one. */
  assumedState?: "firing" | "resolved";
  link?: unknown;
  /** The page that says what to do about it. Without it, a line “Runbook: https://…” of the body gives it. */
  runbook?: unknown;
  silenceLink?: unknown;
  value?: unknown;
  threshold?: unknown;
  /** The upper end of a threshold that is a range. */
  thresholdMax?: unknown;
  startsAt?: unknown;
  endsAt?: unknown;
  /** The time of the event, if it is neither the begin nor the end. */
  at?: unknown;
  /** True if the times are those of an evaluation window, which the sender repeats for each window. */
  hasWindow?: boolean;
  /** True if the sender is the observability system, so its ids and links give the alert's origin. */
  isObserved?: boolean;
  /** The alert's id in the observability system. */
  alertId?: unknown;
  /** Without it, a test of the observability system shows by its id and title if `isObserved`. */
  isTest?: boolean;
}

/** Reads bodies of one shape: one reading for each alert, or undefined for another shape. It never throws. */
export interface Sender {
  name: string;
  read(body: unknown): Reading[] | undefined;
}
