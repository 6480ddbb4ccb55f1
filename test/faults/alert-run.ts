import { setTimeout as sleep } from "node:timers/promises";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import { type AlertEnvironment, at } from "./alert-environment.ts";
import { type PlannedGroup, planGroup } from "./alert-plan.ts";
import { type AlertPoster, alertPoster } from "./alert-post.ts";

/** The channels of a run, each with a hook. */
export const channels = ["databases", "incidents", "alerts", "general", "payments-private"];

/** The size of a run. */
export interface AlertRun {
  seed: string;
  events: number;
  /** A multiple of the number of channels. */
  groups: number;
  /** The mean time between two events of a group. */
  meanPauseMs: number;
}

/** Groups by channel, each with its share of the events. */
export function planRun({ seed, events, groups }: AlertRun): PlannedGroup[][] {
  const endMs = Date.now();
  return channels.map((channel, attempt) =>
    Array.from({ length: groups / channels.length }, (_, index) => {
      const place = attempt * (groups / channels.length) + index;
      const count = Math.floor((events * (place + 1)) / groups) - Math.floor((events * place) / groups);
      return planGroup(seed, `${channel}-${index}`, count, endMs);
    }),
  );
}

/** Tells all events of a plan, the groups at the same time, and calls back for each accepted one. */
export async function tellAll(
  environment: AlertEnvironment,
  planned: readonly (readonly PlannedGroup[])[],
  meanPauseMs: number,
  onTaken: (askedAtMs: number) => void,
): Promise<void> {
  const poster = alertPoster(environment.address);
  await Promise.all(
    planned.flatMap((some, attempt) =>
      some.map((group) => tell(group, poster, at(environment.hooks, attempt), meanPauseMs, onTaken)),
    ),
  );
  poster.close();
}

/** Posts a group's events one after another at random moments. */
async function tell(
  { news }: PlannedGroup,
  poster: AlertPoster,
  hook: AlertEnvironment["hooks"][number],
  meanPauseMs: number,
  onTaken: (askedAtMs: number) => void,
): Promise<void> {
  for (const one of news) {
    await sleep(seededBetween(0, 2 * meanPauseMs, one.group, one.endsAtMs));
    const { askedAtMs } = await poster.post(hook, one);
    onTaken(askedAtMs);
  }
}

/**
 * Kills one replica or both after random numbers of events, and restarts them at once. It counts events and not time,
 * because a busy machine would otherwise be kept busy by ever more starts. Returns the number of kills.
 */
export async function killAtRandom(
  environment: AlertEnvironment,
  { seed, events }: AlertRun,
  times: number,
  taken: () => number,
): Promise<number> {
  const moments = Array.from({ length: times }, (_, attempt) =>
    seededBetween(events * 0.02, events * 0.98, seed, "kill", attempt),
  );
  let kills = 0;
  for (const [index, moment] of moments.toSorted((a, b) => a - b).entries()) {
    while (taken() < moment) await sleep(20);
    const chosen = seededBetween(0, 2.4, seed, "whom", index);
    const turns = chosen >= 2 ? [0, 1] : [Math.floor(chosen)];
    kills += turns.length;
    await Promise.all(
      turns.map(async (attempt) => {
        await environment.kill(attempt);
        await environment.start(attempt);
      }),
    );
  }
  return kills;
}
