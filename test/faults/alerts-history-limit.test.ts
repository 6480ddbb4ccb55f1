import { expect, test } from "vitest";
import { z } from "zod";
import { amount } from "../support/soak.ts";
import { at, misbehave, startAlertEnvironment, tellSlack } from "./alert-environment.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import { channels, killAtRandom, planRun, tellAll } from "./alert-run.ts";

const events = amount({ usual: 200, soak: 3_000 });
// Slack's is a minute. The pace is learned from its answers, so a shorter one is the same.
const everyMs = amount({ usual: 2_000, soak: 10_000 });

test("while replicas are killed and history is limited, no event is lost and nothing is posted twice", async () => {
  const seed = process.env["TEST_SEED"] ?? String(Date.now());
  const run = { seed, events, groups: 25, meanPauseMs: 200 };
  const settings = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1" };
  await using environment = await startAlertEnvironment({
    channels,
    environment: settings,
    limitsHistory: { everyMs },
  });
  // Slack does these posts, and the app gets no answer.
  const lost = { kind: "drop-after", match: { methods: ["chat.postMessage"] }, every: 4, times: 10 };
  await misbehave(environment.slack, lost);
  const planned = planRun(run);
  let taken = 0;
  const [kills] = await Promise.all([
    killAtRandom(environment, run, amount({ usual: 4, soak: 8 }), () => taken),
    tellAll(environment, planned, run.meanPauseMs, () => (taken += 1)),
  ]);
  const channelIds = environment.hooks.map(({ hook }) => hook.channelId);
  const accepted = await allShown(environment, channelIds);
  // From here on the test reads.
  const reads = await readsOf(environment.slack.url);
  await tellSlack(environment.slack, "settings", { limitsHistory: false });
  const wrong = await Promise.all(
    channelIds.map((id, attempt) => contradictions(environment, id, at(planned, attempt))),
  );
  const refused = reads.filter(({ status }) => status === 429).length;
  process.stdout.write(`${accepted} events, ${kills} kills, ${reads.length} reads, ${refused} refused\n`);
  expect(reads.length).toBeGreaterThan(0);
  expect({ seed, accepted, wrong: wrong.flat() }).toEqual({ seed, accepted: events, wrong: [] });
}, 300_000);

const Calls = z.array(z.looseObject({ status: z.number().nullable() }));

async function readsOf(slackUrl: string) {
  const methods = "conversations.history,conversations.replies";
  const response = await fetch(`${slackUrl}/page/calls?methods=${methods}`);
  return Calls.parse(await response.json());
}
