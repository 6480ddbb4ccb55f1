import type { LoggedEvent } from "../incident/event-log.ts";
import type { Hook } from "../hooks/record.ts";
import { type Route, route } from "./route.ts";

/** Where an event goes that is muted. */
export const nobody = "nobody";
/** Where events went, or would go: a channel by its id, or `nobody`. */
export type Destination = string;

/** An event that would now go elsewhere than it did. */
export interface Difference {
  logged: LoggedEvent;
  before: Destination;
  now: Destination;
}

/** What a hook's present rules make of events that came before. */
export interface Replay {
  events: number;
  /** How many each rule decides now, by its number from 1; 0 is none. */
  byRule: ReadonlyMap<number, number>;
  byDestination: ReadonlyMap<Destination, { before: number; now: number }>;
  /** All of them, in the order that the events came. */
  differences: readonly Difference[];
}

/** Runs events through the rules that a hook has now, each at the time that it came. */
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
  return isMuted ? nobody : channelId;
}
