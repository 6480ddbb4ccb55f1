import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { seededBetween } from "../../src/sandbox/cloud/seeded-random.ts";
import { amount } from "../support/soak.ts";
import { type AlertEnvironment, at, startAlertEnvironment } from "./alert-environment.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import { type PlannedGroup, planGroup } from "./alert-plan.ts";
import { type AlertPoster, alertPoster } from "./alert-post.ts";

const channels = ["databases", "incidents", "alerts", "general", "payments-private"];
const events = amount({ usual: 2_000, soak: 10_000 });
const groups = amount({ usual: 100, soak: 300 });
/** The number of kills of one replica or both. */
const killings = amount({ usual: 3, soak: 6 });
/** The time between two events of a group. */
const meanPauseMs = amount({ usual: 200, soak: 400 });

/** Groups by channel, each with its share of the events. */
function plan(seed: string): PlannedGroup[][] {
  const endMs = Date.now();
  return channels.map((channel, attempt) =>
    Array.from({ length: groups / channels.length }, (_, index) => {
      const place = attempt * (groups / channels.length) + index;
      const count = Math.floor((events * (place + 1)) / groups) - Math.floor((events * place) / groups);
      return planGroup(seed, `${channel}-${index}`, count, endMs);
    }),
  );
}

/** Posts a group's events one after another at random moments, and counts the accepted ones. */
async function tell(
  { news }: PlannedGroup,
  poster: AlertPoster,
  hook: AlertEnvironment["hooks"][number],
  onTaken: () => void,
) {
  for (const one of news) {
    await sleep(seededBetween(0, 2 * meanPauseMs, one.group, one.endsAtMs));
    await poster.post(hook, one);
    onTaken();
  }
}

/**
 * Kills one replica or both after random numbers of events, and restarts them at once. It counts events and not time,
 * because a busy machine would otherwise be kept busy by ever more starts.
 */
async function killAtRandom(
  environment: AlertEnvironment,
  seed: string,
  taken: () => number,
): Promise<number> {
  const moments = Array.from({ length: killings }, (_, attempt) =>
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

test("while replicas are killed, no event is lost, nothing is posted twice, and final states are right", async () => {
  const startedMs = Date.now();
  const seed = process.env["TEST_SEED"] ?? String(startedMs);
  const settings = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1" };
  await using environment = await startAlertEnvironment({ channels, environment: settings });
  const poster = alertPoster(environment.address);
  const planned = plan(seed);
  let taken = 0;
  const responder = planned.flatMap((some, attempt) =>
    some.map((group) => tell(group, poster, at(environment.hooks, attempt), () => (taken += 1))),
  );
  const [kills] = await Promise.all([killAtRandom(environment, seed, () => taken), ...responder]);
  const toldMs = Date.now();
  poster.close();
  const channelIds = environment.hooks.map(({ hook }) => hook.channelId);
  const accepted = await allShown(environment, channelIds);
  const shownMs = Date.now();
  const wrong = await Promise.all(
    channelIds.map((id, attempt) => contradictions(environment, id, at(planned, attempt))),
  );
  const seconds = (ms: number) => ((ms - startedMs) / 1_000).toFixed(1);
  process.stdout.write(
    `${accepted} events, ${kills} kills, told by ${seconds(toldMs)} s, shown by ${seconds(shownMs)} s\n`,
  );
  expect({ seed, accepted, wrong: wrong.flat() }).toEqual({ seed, accepted: events, wrong: [] });
}, 300_000);
