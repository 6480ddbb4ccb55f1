import { expect, test } from "vitest";
import { amount } from "../support/soak.ts";
import { callsOf } from "./alert-channel.ts";
import { at, misbehave, startAlertEnvironment, tellSlack } from "./alert-environment.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import { channels, killAtRandom, planRun, tellAll } from "./alert-run.ts";

interface Run {
  events: number;
  groups: number;
  meanPauseMs: number;
  kills: number;
  /** How often Slack lets the app read its history, which loses the answers to some posts then too. */
  limitsHistory?: { everyMs: number };
}

const plain: Run = {
  events: amount({ usual: 1_000, soak: 10_000 }),
  groups: amount({ usual: 50, soak: 300 }),
  meanPauseMs: amount({ usual: 200, soak: 400 }),
  kills: amount({ usual: 3, soak: 6 }),
};
const limited: Run = {
  events: amount({ usual: 200, soak: 3_000 }),
  groups: 25,
  meanPauseMs: 200,
  kills: amount({ usual: 4, soak: 8 }),
  // Slack's is a minute. The pace is learned from its answers, so a shorter one is the same.
  limitsHistory: { everyMs: amount({ usual: 2_000, soak: 10_000 }) },
};

test.each([
  ["replicas are killed", plain],
  ["replicas are killed and history is limited", limited],
])(
  "while %s, no event is lost, nothing is posted twice, and final states are right",
  async (_, { kills: times, limitsHistory, ...size }) => {
    const run = { seed: process.env["TEST_SEED"] ?? String(Date.now()), ...size };
    const settings = { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1" };
    await using environment = await startAlertEnvironment({
      channels,
      environment: settings,
      ...(limitsHistory && { limitsHistory }),
    });
    const { slack } = environment;
    // Slack does these posts, and the app gets no answer.
    const lost = { kind: "drop-after", match: { methods: ["chat.postMessage"] }, every: 4, times: 10 };
    if (limitsHistory) await misbehave(slack, lost);
    const planned = planRun(run);
    let taken = 0;
    const [kills] = await Promise.all([
      killAtRandom(environment, run, times, () => taken),
      tellAll(environment, planned, run.meanPauseMs, () => (taken += 1)),
    ]);
    const channelIds = environment.hooks.map(({ hook }) => hook.channelId);
    const accepted = await allShown(environment, channelIds);
    // From here on the test reads.
    const reads = await callsOf(slack, "conversations.history,conversations.replies");
    await tellSlack(slack, "settings", { limitsHistory: false });
    const wrong = await Promise.all(
      channelIds.map((id, attempt) => contradictions(environment, id, at(planned, attempt))),
    );
    process.stdout.write(`${accepted} events, ${kills} kills, ${reads.length} reads\n`);
    expect(reads.length).toBeGreaterThan(limitsHistory ? 0 : -1);
    expect({ run, accepted, wrong: wrong.flat() }).toEqual({ run, accepted: run.events, wrong: [] });
  },
);
