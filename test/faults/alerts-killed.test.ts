import { expect, test } from "vitest";
import { amount } from "../support/soak.ts";
import { at, startAlertEnvironment } from "./alert-environment.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import { channels, killAtRandom, planRun, tellAll } from "./alert-run.ts";

const events = amount({ usual: 1_000, soak: 10_000 });

test("while replicas are killed, no event is lost, nothing is posted twice, and final states are right", async () => {
  const startedMs = Date.now();
  const seed = process.env["TEST_SEED"] ?? String(startedMs);
  const run = {
    seed,
    events,
    groups: amount({ usual: 50, soak: 300 }),
    meanPauseMs: amount({ usual: 200, soak: 400 }),
  };
  const settings = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1" };
  await using environment = await startAlertEnvironment({ channels, environment: settings });
  const planned = planRun(run);
  let taken = 0;
  const [kills] = await Promise.all([
    killAtRandom(environment, run, amount({ usual: 3, soak: 6 }), () => taken),
    tellAll(environment, planned, run.meanPauseMs, () => (taken += 1)),
  ]);
  const toldMs = Date.now();
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
