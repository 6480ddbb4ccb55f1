/**
 * What a sender said of one alert, as it stands in its body: nothing is checked, decoded or cut yet, and what has a
 * wrong type counts as not said. `toEvent` makes an event of it.
 */
export interface Reading {
  /** Tells the alert from others of the same hook, in every state. */
  id?: unknown;
  title?: unknown;
  /** What the alert is called in all its groups and states; without it, the title is asked. */
  name?: unknown;
  /** The name of the rule behind it, if its title need not say that. */
  rule?: unknown;
  body?: unknown;
  group?: unknown;
  severity?: unknown;
  /** Words for the state, the one that counts most first. */
  states?: unknown[];
  /** What it must be where neither those nor the title tell. */
  assumedState?: "firing" | "resolved";
  link?: unknown;
  silenceLink?: unknown;
  value?: unknown;
  threshold?: unknown;
  /** The other end, where the threshold is a range. */
  thresholdMax?: unknown;
  startsAt?: unknown;
  endsAt?: unknown;
  /** When it was so, where that is neither the beginning nor the end. */
  at?: unknown;
  /** True where the times are those of an evaluation window, which is told again in each. */
  hasWindow?: boolean;
  /** True where the alert's id in the observability system, and its dashboard or search, can be told. */
  isObserved?: boolean;
  /** The alert's id in the observability system. */
  alertId?: unknown;
  isTest?: boolean;
}

/** Reads one shape of bodies: one reading for each alert, or undefined where the body has another shape. Never throws. */
export interface Sender {
  name: string;
  read(body: unknown): Reading[] | undefined;
}
