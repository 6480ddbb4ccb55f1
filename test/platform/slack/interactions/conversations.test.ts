import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { say } from "../../../../src/platform/blocks/reply.ts";
import { operation } from "../../../../src/platform/cloud/operation.ts";
import { listServices } from "../../../../src/platform/cloud/services/service.ts";
import { asking } from "./asking.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const removeAll = operation({
  surface: "management",
  method: "DELETE",
  path: "/v1/organizations/{organizationId}/services",
  documented: false,
  result: z.unknown(),
});

/** Work that takes until it is let go. */
function slowWork(text = "done") {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { finish: resolve, work: async () => (await promise, say(text)) };
}

const moment = () => vi.advanceTimersByTimeAsync(1_000);

test("a quick answer comes without a status", async () => {
  const { message, shown } = asking();
  await message({ text: "costs" });
  await moment();
  expect(shown).toEqual([{ post: "D1", text: "ran costs" }]);
});

test("while a read takes longer, Slack shows that the app works, under the question's name, and then no more", async () => {
  const { work, finish } = slowWork();
  const { message, shown } = asking({ work });
  const answered = message({ text: "costs last week" });
  await moment();
  expect(shown).toEqual([{ status: "processing", threadTs: "1.1", title: "costs last week" }]);
  finish();
  await answered;
  expect(shown.slice(1)).toEqual([
    { post: "D1", text: "done" },
    { status: "active", threadTs: "1.1" },
  ]);
});

test("the stop button ends the status at once, and nothing is posted after it", async () => {
  const { work, finish } = slowWork();
  const { message, stop, shown } = asking({ work });
  const answered = message({ text: "costs last week" });
  await moment();
  await stop({});
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ status: "active", threadTs: "1.1" }));
  finish();
  await answered;
  expect(shown.filter((each) => !("status" in each))).toEqual([]);
});

test("what was shown before a stop says that it was stopped", async () => {
  const { work, finish } = slowWork();
  const { message, stop, shown } = asking({
    work: async (_, progress) => {
      await vi.advanceTimersByTimeAsync(2_000);
      await progress("Reading backups…");
      return work();
    },
  });
  const answered = message({ text: "backups" });
  await vi.waitFor(() => expect(shown).toContainEqual({ post: "D1", text: "Reading backups…" }));
  await stop({});
  finish();
  await answered;
  const texts = shown.filter((each) => !("status" in each));
  expect(texts).toEqual([
    { post: "D1", text: "Reading backups…" },
    { update: "9.1", text: "Stopped." },
  ]);
});

test("stopped work posts nothing itself, and its reads end", async () => {
  const { message, stop, shown, signals } = asking({
    work: async ({ messenger, cloudOf }) => {
      const listing = cloudOf("prod").call(listServices, {});
      const removing = cloudOf("prod").call(removeAll, {});
      await Promise.all([listing, removing]);
      await stop({});
      await messenger.post("C1", say("too late"));
      return say("too late");
    },
  });
  await message({ text: "costs" });
  expect(shown).toEqual([{ status: "active", threadTs: "1.1" }]);
  // A change goes on.
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, undefined]);
});

test("another conversation's stop changes nothing", async () => {
  const { work, finish } = slowWork();
  const { message, stop, shown } = asking({ work });
  const answered = message({ text: "costs" });
  for (const other of [{ thread_ts: "2.2" }, { channel: "D2" }]) await stop(other);
  finish();
  await answered;
  expect(shown).toContainEqual({ post: "D1", text: "done" });
});

test("in a Slack app that isn't an agent, answers come without a status", async () => {
  const { work, finish } = slowWork();
  const { message, shown } = asking({ work, refuses: ["status"] });
  const answered = message({ text: "costs" });
  await moment();
  finish();
  await answered;
  expect(shown).toEqual([{ post: "D1", text: "done" }]);
});

test("a change can't be stopped, because it may be made already", async () => {
  const { work, finish } = slowWork();
  const { message, stop, shown } = asking({ work });
  const answered = message({ text: "services forget orders prod" });
  await moment();
  await stop({});
  finish();
  await answered;
  expect(shown).toContainEqual({ post: "D1", text: "done" });
});

test("an answer goes where the question is: in its thread, or beside it", async () => {
  const { message, mention, shown } = asking();
  await message({ text: "costs" });
  await message({ text: "costs", thread_ts: "0.1" });
  await mention({ text: "<@U9> costs" });
  await mention({ text: "<@U9> costs", thread_ts: "0.1" });
  expect(shown).toEqual([
    { post: "D1", text: "ran costs" },
    { post: "D1", text: "ran costs", threadTs: "0.1" },
    { whisper: "C1", text: "ran costs" },
    { whisper: "C1", text: "ran costs", threadTs: "0.1" },
  ]);
});

test("in an agent's conversation each message begins a thread, so its answer is in it", async () => {
  const { message, mention, shown } = asking({ isAgent: true });
  await message({ text: "costs" });
  await message({ text: "costs", thread_ts: "0.1" });
  await mention({ text: "<@U9> costs" });
  expect(shown).toEqual([
    { post: "D1", text: "ran costs", threadTs: "1.1" },
    { post: "D1", text: "ran costs", threadTs: "0.1" },
    { whisper: "C1", text: "ran costs" },
  ]);
});
