import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { seededBetween } from "../../src/sandbox/cloud/seeded-random.ts";
import { type AlertHouse, at, startAlertHouse } from "./alert-house.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import { type PlannedGroup, planGroup } from "./alert-plan.ts";
import { type AlertPoster, alertPoster } from "./alert-post.ts";

const channels = ["databases", "incidents", "alerts", "general", "payments-private"];
const [events, groups] = [10_000, 300];
/** Of all groups' news together, so that they take about 15 s. */
const meanPauseMs = 400;

/** Groups by channel; each has its share of the events. */
function plan(seed: string): PlannedGroup[][] {
  const endMs = Date.now();
  return channels.map((channel, turn) =>
    Array.from({ length: groups / channels.length }, (_, index) => {
      const place = turn * (groups / channels.length) + index;
      const count = Math.floor((events * (place + 1)) / groups) - Math.floor((events * place) / groups);
      return planGroup(seed, `${channel}-${index}`, count, endMs);
    }),
  );
}

/** Says one after the other of a group, at random moments. */
async function tell({ news }: PlannedGroup, poster: AlertPoster, hook: AlertHouse["hooks"][number]) {
  for (const one of news) {
    await sleep(seededBetween(0, 2 * meanPauseMs, one.group, one.endsAtMs));
    await poster.post(hook, one);
  }
}

/** Kills one replica or both about every two seconds, until `isOver`, and starts each again at once. */
async function killAtRandom(house: AlertHouse, seed: string, isOver: () => boolean): Promise<number> {
  let kills = 0;
  while (!isOver()) {
    await sleep(seededBetween(500, 2_000, seed, "kill", kills));
    const chosen = seededBetween(0, 2.4, seed, "whom", kills);
    const turns = chosen >= 2 ? [0, 1] : [Math.floor(chosen)];
    kills += turns.length;
    await Promise.all(
      turns.map(async (turn) => {
        await house.kill(turn);
        await house.start(turn);
      }),
    );
  }
  return kills;
}

test("10,000 events while replicas are killed: nothing lost, nothing posted twice, final states right", async () => {
  const startedMs = Date.now();
  const seed = process.env["TEST_SEED"] ?? String(startedMs);
  const environment = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1" };
  await using house = await startAlertHouse({ channels, environment });
  const poster = alertPoster(house.address);
  const planned = plan(seed);
  let isTold = false;
  const telling = planned.flatMap((some, turn) =>
    some.map((group) => tell(group, poster, at(house.hooks, turn))),
  );
  const killing = killAtRandom(house, seed, () => isTold);
  try {
    await Promise.all(telling);
  } finally {
    isTold = true;
  }
  const toldMs = Date.now();
  const kills = await killing;
  poster.close();
  const channelIds = house.hooks.map(({ hook }) => hook.channelId);
  const accepted = await allShown(house, channelIds);
  const shownMs = Date.now();
  const wrong = await Promise.all(channelIds.map((id, turn) => contradictions(house, id, at(planned, turn))));
  const seconds = (ms: number) => ((ms - startedMs) / 1_000).toFixed(1);
  process.stdout.write(
    `${accepted} events, ${kills} kills, told by ${seconds(toldMs)} s, shown by ${seconds(shownMs)} s\n`,
  );
  expect({ seed, accepted, wrong: wrong.flat() }).toEqual({ seed, accepted: events, wrong: [] });
}, 300_000);
