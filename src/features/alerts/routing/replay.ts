import type { LoggedEvent } from "../incident/event-log.ts";
import type { Hook } from "../hooks/record.ts";
import { type Route, route } from "./route.ts";

/** The destination of a muted event. */
export const mutedDestination = "nobody";
/** The destination of an event: a channel's id or `mutedDestination`. */
export type Destination = string;

/** An event with another destination now than when it arrived. */
export interface Difference {
  logged: LoggedEvent;
  before: Destination;
  now: Destination;
}

/** What a hook's present rules do with earlier events. */
export interface Replay {
  events: number;
  /** The number of events that each rule decides now, by its number from 1; 0 stands for no rule. */
  byRule: ReadonlyMap<number, number>;
  byDestination: ReadonlyMap<Destination, { before: number; now: number }>;
  /** In the order of arrival. */
  differences: readonly Difference[];
}

/** Routes logged events by a hook's present rules, each at the time of its arrival. */
export function replay(hook: Hook, log: readonly LoggedEvent[]): Replay {
  const byRule = new Map<number, number>();
  const byDestination = new Map<Destination, { before: number; now: number }>();
  const differences: Difference[] = [];
  const at = (destination: Destination) => {
    const counts = byDestination.get(destination) ?? { before: 0, now: 0 };
    byDestination.set(destination, counts);
    return counts;
  };
  for (const logged of log) {
    const routed = route(hook, logged.event, new Date(logged.receivedAtMs));
    const [before, now] = [destinationOf(logged), destinationOf(routed)];
    const rule = routed.ruleNumber ?? 0;
    byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
    at(before).before += 1;
    at(now).now += 1;
    if (before !== now) differences.push({ logged, before, now });
  }
  return { events: log.length, byRule, byDestination, differences };
}

function destinationOf({ channelId, isMuted }: Pick<Route, "channelId" | "isMuted">): Destination {
  return isMuted ? mutedDestination : channelId;
}
