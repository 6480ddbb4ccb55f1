import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { writesIn } from "./alert-channel.ts";
import { type AlertEnvironment, at, misbehave, startAlertEnvironment } from "./alert-environment.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import type { PlannedIncident } from "./alert-plan.ts";
import { type AlertNews, type AlertPoster, alertPoster } from "./alert-post.ts";

const channels = ["databases", "incidents", "alerts"];
const paceMs = 250;

/** Ten minutes in steps of ten seconds. Each step takes a tenth of a second here. */
const [steps, stepMs, realStepMs] = [60, 10_000, 100];

/** A group's events by the step before which they are sent. -1 is before the outage. */
type Story = readonly (readonly [step: number, state: AlertNews["state"]])[];

const stories: Record<string, { story: Story; seen: PlannedIncident }> = {
  "over meanwhile": {
    story: [
      [-1, "ALERT"],
      [5, "OK"],
    ],
    seen: { state: "Resolved", times: 2, changes: ["resolved"] },
  },
  "fires on": {
    story: [
      [-1, "ALERT"],
      [6, "ALERT"],
      [12, "ALERT"],
      [42, "ALERT"],
    ],
    seen: { state: "Firing", times: 4, changes: [] },
  },
  "begins and ends": {
    story: [
      [2, "ALERT"],
      [30, "OK"],
    ],
    seen: { state: "Resolved", times: 2, changes: ["resolved"] },
  },
  "begins and ends and begins": {
    story: [
      [3, "ALERT"],
      [10, "OK"],
      [20, "ALERT"],
    ],
    seen: { state: "Firing", times: 3, changes: ["resolved", "fired again"] },
  },
  "begins early": { story: [[4, "ALERT"]], seen: { state: "Firing", times: 1, changes: [] } },
  "begins late": { story: [[58, "ALERT"]], seen: { state: "Firing", times: 1, changes: [] } },
};

const writes = { match: { methods: ["chat.postMessage", "chat.update"] } };
const reads = { match: { methods: ["conversations.history", "conversations.replies"] } };

/** The kinds of outage, by the step from which they hold. */
const troubles: Record<number, object[]> = {
  0: [{ kind: "status", status: 503 }],
  20: [{ kind: "hang", ms: 200 }],
  35: [
    { kind: "drop-after", ...writes },
    { kind: "status", status: 503, ...reads },
  ],
  45: [{ kind: "drop-before" }],
};

async function tell(environment: AlertEnvironment, poster: AlertPoster, step: number): Promise<void> {
  const endsAtMs = environment.clock.now().getTime();
  const due = Object.entries(stories).flatMap(([group, { story }]) =>
    story.flatMap(([when, state]) =>
      when === step ? [{ alertName: "Orders", group, state, endsAtMs, windowMs: 3_600_000 }] : [],
    ),
  );
  await Promise.all(due.flatMap((news) => environment.hooks.map((hook) => poster.post(hook, news))));
}

function pass(environment: AlertEnvironment, ms: number): void {
  environment.clock.moveTo(new Date(environment.clock.now().getTime() + ms));
}

/** Lets ten minutes of an outage pass, with events. */
async function tenMinutes(environment: AlertEnvironment, poster: AlertPoster): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const trouble = troubles[step];
    if (trouble) await misbehave(environment.slack, ...trouble);
    await tell(environment, poster, step);
    pass(environment, stepMs);
    await sleep(realStepMs);
  }
}

test("one minute after a ten-minute outage of Slack, every incident is posted once in its present state, at no more than the pace", async () => {
  const settings = { TEST_PACE_MS: String(paceMs), TEST_WITHOUT_STORMS: "1" };
  await using environment = await startAlertEnvironment({ channels, replicas: 1, environment: settings });
  const poster = alertPoster(environment.address);
  const channelIds = environment.hooks.map(({ hook }) => hook.channelId);
  await tell(environment, poster, -1);
  await allShown(environment, channelIds);
  const awayMs = environment.clock.now().getTime();
  await tenMinutes(environment, poster);
  poster.close();

  const backMs = environment.clock.now().getTime();
  await misbehave(environment.slack);
  const outboxes = await Promise.all(
    channelIds.map((id) => environment.kept.outboxes.outbox(id).view(backMs)),
  );
  const longestMs = Math.max(...outboxes.map(({ notBeforeMs }) => notBeforeMs - backMs));
  expect(longestMs).toBeLessThanOrEqual(60_000);
  pass(environment, 61_000);
  const goingOnMs = environment.clock.now().getTime();
  const realMs = Date.now();
  await allShown(environment, channelIds);
  process.stdout.write(
    `longest wait ${longestMs} ms; all shown ${Date.now() - realMs} ms after these and a minute had passed\n`,
  );

  const groups = Object.entries(stories).map(([group, { seen }]) => ({ group, news: [], incidents: [seen] }));
  const wrong = await Promise.all(channelIds.map((id) => contradictions(environment, id, groups)));
  expect(wrong.flat()).toEqual([]);
  for (const id of channelIds) {
    const calls = await writesIn(environment.slack, id);
    // Calls to Slack are tried occasionally, not constantly.
    const inVain = calls.filter(({ at: atMs, ok }) => atMs > awayMs && atMs < backMs && !ok);
    expect(inVain.length).toBeLessThan(100);
    const after = calls.filter(({ at: atMs }) => atMs > goingOnMs);
    const gaps = after.slice(1).map(({ at: atMs }, index) => atMs - at(after, index).at);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(paceMs);
  }
});
