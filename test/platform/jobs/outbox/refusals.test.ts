import { beforeEach, expect, test } from "vitest";
import { AppError, type ErrorKind } from "../../../../src/lib/errors.ts";
import { useRedis } from "../../../support/redis.ts";
import { entries, outboxFixture } from "./fixture.ts";

const redis = useRedis();
let fixture: ReturnType<typeof outboxFixture>;
beforeEach(() => {
  fixture = outboxFixture(redis.client);
});

/** Slack's answer to calls of this kind, or about this item, from now on. */
function refusing(sought: string, kind: ErrorKind, code: string, retryAfterMs?: number) {
  const details = retryAfterMs === undefined ? { code } : { code, retryAfterMs };
  fixture.refuse = (call, text) => {
    if ([call, text].includes(sought)) throw new AppError(kind, `Slack refused this (${code}).`, details);
  };
}

async function trace(itemId: string): Promise<string[]> {
  const found = await fixture.store.incidents.trace(itemId);
  return found.map((entry) =>
    entry.step === "call" ? `${entry.call}: ${entry.answer}` : "moved" in entry ? entry.moved : entry.step,
  );
}

test("a rate limit makes one outbox wait, in order, and no other one", async () => {
  refusing("a", "limited", "ratelimited", 7_000);
  const beganMs = fixture.nowMs;
  await fixture.change("a", { root: "a" });
  await fixture.change("b", { root: "b" }, { score: fixture.nowMs + 1 });
  await fixture.change("c", { root: "c" }, { channelId: "C2" });
  expect(await fixture.run()).toEqual({ againInMs: 5_000, isPaused: true });
  await fixture.finish("C2");
  fixture.refuse = () => {};
  // A notification during the wait changes nothing.
  expect(await fixture.run()).toEqual({ againInMs: 5_000, isPaused: true });
  await fixture.finish();
  expect(fixture.messages.map(({ text, atMs }) => [text, atMs - beganMs])).toEqual([
    ["c", 0],
    ["a", 7_000],
    ["b", 8_000],
  ]);
  expect(await trace("a")).toEqual(["post: Slack refused this (ratelimited).", "post: ok"]);
});

/** When Slack was asked, from the first time on. */
async function asked(forMs: number): Promise<number[]> {
  const [beganMs, atMs]: [number, number[]] = [fixture.nowMs, []];
  fixture.refuse = () => {
    atMs.push(fixture.nowMs - beganMs);
    throw new AppError("auth", "Slack refused the token.", { code: "token_revoked" });
  };
  while (fixture.nowMs - beganMs <= forMs) {
    const outcome = await fixture.run();
    if (outcome === "done") break;
    fixture.nowMs += outcome.againInMs;
  }
  return atMs;
}

test("an outbox with a refused token tries again less and less often, every five minutes at last", async () => {
  await fixture.change("a", { root: "a" });
  expect(await asked(1_100_000)).toEqual([0, 15_000, 45_000, 105_000, 225_000, 465_000, 765_000, 1_065_000]);
  fixture.refuse = () => {};
  await fixture.finish();
  expect(fixture.texts()).toEqual(["a"]);
});

test("once Slack takes the token again, what waited goes on within seconds", async () => {
  await fixture.change("a", { root: "a" });
  await asked(600_000);
  fixture.refuse = () => {};
  await fixture.store.outboxes.wake();
  const beganMs = fixture.nowMs;
  await fixture.finish();
  expect(fixture.texts()).toEqual(["a"]);
  expect(fixture.nowMs - beganMs).toBeLessThanOrEqual(5_000);
});

test("after a lost answer, the post is found and not made again", async () => {
  fixture.lose = (call) => {
    fixture.lose = () => {};
    throw new AppError("upstream", `Slack did not answer ${call}.`, { outcomeUnknown: true });
  };
  await fixture.change("a", { root: "a", thread: entries("fired") }, { events: 2 });
  await fixture.change("b", { root: "b" }, { score: fixture.nowMs + 1 });
  await fixture.finish();
  expect(fixture.texts()).toEqual(["a", "b", "fired"]);
  expect(await fixture.counts()).toEqual({ posted: 2, merged: 1 });
});

test("after an outage of any length, everything is there once and in order", async () => {
  const calls: number[] = [];
  const upMs = fixture.nowMs + 600_000;
  fixture.refuse = () => {
    if (fixture.nowMs < upMs) {
      calls.push(fixture.nowMs);
      throw new AppError("upstream", "Slack has a problem of its own.");
    }
  };
  for (const [index, item] of ["a", "b", "c", "d", "e"].entries())
    await fixture.change(item, { root: item }, { score: fixture.nowMs - 10 + index });
  await fixture.finish();
  expect(fixture.texts().toSorted()).toEqual(["a", "b", "c", "d", "e"]);
  expect(calls.length).toBeLessThan(60);
  // The last failed try is repeated soon after the outage.
  expect(Math.max(...fixture.messages.map(({ atMs }) => atMs)) - upMs).toBeLessThan(90_000);
  expect(await fixture.counts()).toEqual({ posted: 5 });
});

test("an item that Slack rejects becomes a dead letter after eight tries, while the others go on", async () => {
  refusing("bad", "bug", "invalid_arguments");
  const beganMs = fixture.nowMs;
  await fixture.change("bad", { root: "bad" }, { events: 3 });
  await fixture.change("good", { root: "good" }, { score: fixture.nowMs + 1 });
  await fixture.finish();
  expect(fixture.messages).toMatchObject([{ text: "good", atMs: beganMs + 1_000 }]);
  const [letter] = await fixture.store.deadLetters.list();
  expect(letter).toMatchObject({ itemId: "bad", channelId: "C1", attempts: 8, events: 3 });
  expect(letter?.reason).toContain("invalid_arguments");
  expect(await fixture.counts()).toEqual({ posted: 1, dead: 3 });
});

test("the source is notified once, after three tries, that Slack refuses an item for an unknown reason", async () => {
  const told: number[] = [];
  fixture.refuse = (call) => {
    told.push(fixture.stuck.length);
    throw new AppError("bug", `Slack refused ${call} (some_new_error).`, { code: "some_new_error" });
  };
  await fixture.change("bad", { root: "bad" });
  await fixture.finish();
  expect(told).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  expect(fixture.stuck).toEqual(["bad C1 Slack refused post (some_new_error)."]);
});

test("an item that cannot be read becomes a dead letter too", async () => {
  fixture.read = async (itemId) => {
    if (itemId === "bad") throw new Error("A line of ours is wrong.");
  };
  await fixture.change("bad", { root: "bad" });
  await fixture.change("good", { root: "good" }, { score: fixture.nowMs + 1 });
  await fixture.finish();
  expect(fixture.texts()).toEqual(["good"]);
  expect(await fixture.store.deadLetters.list()).toMatchObject([{ itemId: "bad", attempts: 8 }]);
});

test("a dead letter that is replayed is shown, and no longer counts as dead", async () => {
  refusing("post", "forbidden", "is_archived");
  await fixture.change("a", { root: "a" }, { events: 2 });
  await fixture.finish();
  expect(await fixture.counts()).toEqual({ dead: 2 });
  fixture.refuse = () => {};
  expect(await fixture.store.deadLetters.replay("a", fixture.nowMs)).toMatchObject({ channelId: "C1" });
  expect(await fixture.store.deadLetters.replay("a", fixture.nowMs)).toBeUndefined();
  await fixture.finish();
  expect(fixture.texts()).toEqual(["a"]);
  expect(await fixture.counts()).toEqual({ dead: 0, posted: 1, merged: 1 });
  expect(await fixture.store.deadLetters.list()).toEqual([]);
});

test("a dead letter ends when its item is shown later", async () => {
  refusing("post", "forbidden", "is_archived");
  await fixture.change("a", { root: "a" }, { events: 2 });
  await fixture.finish();
  fixture.refuse = () => {};
  await fixture.change("a", { root: "a again" });
  await fixture.finish();
  expect(await fixture.counts()).toEqual({ dead: 0, posted: 1, merged: 2 });
  expect(await fixture.store.deadLetters.list()).toEqual([]);
});

test("a dead letter that is dropped is forgotten, and its events stay counted", async () => {
  refusing("post", "forbidden", "is_archived");
  await fixture.change("a", { root: "a" });
  await fixture.finish();
  expect([await fixture.store.deadLetters.drop("a"), await fixture.store.deadLetters.drop("a")]).toEqual([
    true,
    false,
  ]);
  expect([await fixture.store.deadLetters.list(), await fixture.counts()]).toEqual([[], { dead: 1 }]);
});

test("when a channel accepts no posts any more, its item moves to another one with its events", async () => {
  await fixture.change("a", { root: "a", thread: entries("fired") });
  await fixture.finish();
  refusing("edit", "forbidden", "is_archived");
  fixture.fate = "moved";
  await fixture.change("a", { root: "worse", thread: entries("fired", "worse") }, { events: 3 });
  await fixture.finish();
  expect(fixture.unreachable).toEqual(["a C1 Slack refused this (is_archived)."]);
  fixture.refuse = () => {};
  await fixture.mark("a", { channelId: "C2", events: 0 });
  await fixture.finish("C2");
  expect(fixture.texts("C2")).toEqual(["worse", "worse"]);
  expect(await fixture.counts()).toEqual({ posted: 2, merged: 2 });
  expect([await fixture.waitingEvents("C1"), await fixture.waitingEvents("C2")]).toEqual([0, 0]);
});

test("an item that others replace passes its events to them", async () => {
  refusing("post", "forbidden", "is_archived");
  fixture.fate = "gone";
  await fixture.change("hash", { root: "12 alerts" }, { events: 12 });
  await fixture.finish();
  expect([await fixture.counts(), await fixture.waitingEvents()]).toEqual([{ merged: 12 }, 0]);
});

test.each(["message_not_found", "cant_update_message", "edit_window_closed"])(
  "a message that cannot be edited (%s) is posted again, with the entries that its thread lacks",
  async (code) => {
    await fixture.change("a", { root: "one", thread: entries("fired") });
    await fixture.finish();
    refusing("edit", code === "message_not_found" ? "missing" : "forbidden", code);
    await fixture.change("a", { root: "two", thread: entries("fired", "over") });
    await fixture.finish();
    expect(fixture.messages.map(({ text, threadTs = "" }) => [text, threadTs])).toEqual([
      ["one", ""],
      ["fired", "1.0"],
      ["two", ""],
      ["over", "3.0"],
    ]);
    expect(new Set(fixture.messages.map(({ mark }) => mark)).size).toBe(4);
    expect(await trace("a")).toContain(`started again: Slack refused this (${code}).`);
  },
);

test("a message without its thread is posted again", async () => {
  await fixture.change("a", { root: "a" });
  await fixture.finish();
  refusing("thread", "missing", "thread_not_found");
  await fixture.change("a", { root: "a", thread: entries("over") });
  fixture.nowMs += 1_000;
  await fixture.run();
  fixture.refuse = () => {};
  await fixture.finish();
  expect(fixture.messages.map(({ text, threadTs = "" }) => [text, threadTs])).toEqual([
    ["a", ""],
    ["a", ""],
    ["over", "2.0"],
  ]);
});
