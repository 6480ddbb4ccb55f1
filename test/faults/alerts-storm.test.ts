import { expect, test } from "vitest";
import { writesIn } from "./alert-channel.ts";
import { at, startAlertEnvironment } from "./alert-environment.ts";
import { critical, sendStorm, stormCounts } from "./alert-storm.ts";

/** The number of messages that a person reads on one page. */
const fewMessages = 30;

// bench/storm.ts measures how soon the final state is right.
test("10,000 groups that fire at once make few messages, one call a second, and the right final state", async () => {
  await using environment = await startAlertEnvironment({ channels: ["incidents"], replicas: 2 });
  const { messages } = await sendStorm(environment);
  const calls = await writesIn(environment.slack, at(environment.hooks, 0).hook.channelId);
  const gaps = calls.slice(1).map(({ at: atMs }, index) => atMs - (calls[index]?.at ?? 0));
  expect(messages.length).toBeLessThan(fewMessages);
  expect(stormCounts(messages).summaries).toBe(1);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  const ownOf = (index: number) => messages.filter(({ text }) => text.endsWith(`(group:${index})`));
  expect(critical.map((index) => ownOf(index).map(({ text }) => text.split(/[:,]/)[0]))).toEqual([
    ["Firing"],
    ["Resolved"],
  ]);
});
