import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type DataVersions, dataVersions, readMarker } from "../../src/platform/redis/schema.ts";
import { Redis } from "ioredis";
import { amount } from "../support/soak.ts";
import { at, startAlertEnvironment } from "./alert-environment.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import { planGroup } from "./alert-plan.ts";
import { alertPoster } from "./alert-post.ts";

const channels = ["databases", "incidents", "alerts", "general"];
const groups = 40;
const events = amount({ usual: 1_200, soak: 10_000 });
/** Between two events of a group: about 150 a second in all. */
const pauseMs = 260;

const newest = dataVersions.reads + 1;
/** The release of grace reads the next shape, and writes the present one. The next release writes it. */
const releases = {
  grace: { ...dataVersions, reads: newest },
  next: { writes: newest, readableFrom: newest, reads: newest },
} satisfies Record<string, DataVersions>;

const settingsOf = (versions: DataVersions) => ({ TEST_DATA_VERSIONS: JSON.stringify(versions) });

test("replicas go from one version to the next and back under load, and nothing is lost, twice or unreadable", async () => {
  const startedMs = Date.now();
  const seed = process.env["TEST_SEED"] ?? String(startedMs);
  await using environment = await startAlertEnvironment({
    channels,
    environment: { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1", DRAIN_SECONDS: "0" },
  });
  const poster = alertPoster(environment.address);
  const planned = channels.map((channel) =>
    Array.from({ length: groups / channels.length }, (_, index) =>
      planGroup(seed, `${channel}-${index}`, events / groups, startedMs),
    ),
  );
  let taken = 0;
  const sending = planned.flatMap((some, attempt) =>
    some.map(async ({ news }) => {
      for (const one of news) {
        await sleep(pauseMs);
        await poster.post(at(environment.hooks, attempt), one);
        taken += 1;
      }
    }),
  );
  // N -> grace -> next, and back from there to the release of grace.
  const steps = [releases.grace, releases.next, releases.grace];
  let restarts = 0;
  const replacing = async () => {
    for (const [step, versions] of steps.entries()) {
      while (taken < (events * (step + 0.5)) / (steps.length + 1)) await sleep(20);
      for (const attempt of [0, 1]) {
        await environment.stop(attempt);
        await environment.start(attempt, settingsOf(versions));
        restarts += 1;
      }
    }
  };
  await Promise.all([replacing(), ...sending]);
  poster.close();
  const channelIds = environment.hooks.map(({ hook }) => hook.channelId);
  const accepted = await allShown(environment, channelIds);
  const wrong = await Promise.all(
    channelIds.map((id, attempt) => contradictions(environment, id, at(planned, attempt))),
  );
  const unreadable = environment
    .output()
    .split("\n")
    .filter((line) => line.includes("Can't read"));
  const client = new Redis(environment.redis.url);
  const marker = readMarker(await client.get("qm:schema"));
  await client.quit();
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  process.stdout.write(
    `${accepted} of ${events} events in ${seconds} s over ${restarts} restarts: lost or twice ${wrong.flat().length}, unreadable ${unreadable.length}, data version ${marker?.writes}\n`,
  );
  expect({ seed, accepted, wrong: wrong.flat(), unreadable }).toEqual({
    seed,
    accepted: events,
    wrong: [],
    unreadable: [],
  });
  expect(marker).toMatchObject({ writes: newest, readableFrom: newest });
}, 300_000);
