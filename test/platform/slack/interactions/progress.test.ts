import { expect, test } from "vitest";
import { say } from "../../../../src/platform/blocks/reply.ts";
import {
  type Pace,
  fewPosts,
  oneNote,
  pacedProgress,
} from "../../../../src/platform/slack/interactions/respond.ts";

/** The seconds at which progress is shown, if it is reported every second. */
async function cameThrough(
  seconds: number,
  { pace = fewPosts, fails = false }: { pace?: Pace; fails?: boolean } = {},
) {
  let nowMs = 0;
  const shown: string[] = [];
  const failures: unknown[] = [];
  const progress = pacedProgress(
    async ({ text }) => {
      shown.push(text);
      if (fails) throw new Error("used_url");
    },
    pace,
    () => nowMs,
    (error) => failures.push(error),
  );
  for (let second = 0; second <= seconds; second += 1) {
    nowMs = second * 1_000;
    await progress.progress(say(String(second)));
  }
  return { shown, failures, anything: progress.anything() };
}

test("quick work shows no progress", async () => {
  expect(await cameThrough(1)).toEqual({ shown: [], failures: [], anything: false });
  expect(await cameThrough(1, { pace: oneNote })).toMatchObject({ shown: [] });
});

test("long work shows few steps, so a post is left for the answer", async () => {
  const { shown, anything } = await cameThrough(1_800);
  expect(shown).toEqual(["2", "8", "32"]);
  expect(anything).toBe(true);
});

test("a command that cannot change its earlier replies shows one note", async () => {
  const { shown } = await cameThrough(1_800, { pace: oneNote });
  expect(shown).toEqual(["2"]);
});

test("progress that cannot be shown does not end the work", async () => {
  const { failures } = await cameThrough(5, { fails: true });
  expect(failures).toEqual([new Error("used_url")]);
});

test("the answer waits for progress that is being sent, and no progress follows it", async () => {
  let nowMs = 0;
  const shown: string[] = [];
  const onItsWay = Promise.withResolvers<void>();
  const slow = async ({ text }: { text: string }) => {
    await onItsWay.promise;
    shown.push(text);
  };
  const progress = pacedProgress(
    slow,
    fewPosts,
    () => nowMs,
    () => {},
  );
  nowMs = 10_000;
  void progress.progress(say("half"));
  const answered = progress.end().then(() => shown.push("answer"));
  onItsWay.resolve();
  await answered;
  nowMs = 1_000_000;
  await progress.progress(say("more"));
  expect(shown).toEqual(["half", "answer"]);
});
