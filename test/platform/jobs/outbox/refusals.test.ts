import { beforeEach, expect, test } from "vitest";
import { AppError, type ErrorKind } from "../../../../src/lib/errors.ts";
import { useRedis } from "../../../support/redis.ts";
import { entries, outboxRoom } from "./fixture.ts";

const redis = useRedis();
let room: ReturnType<typeof outboxRoom>;
beforeEach(() => {
  room = outboxRoom(redis.client);
});

/** What Slack answers to calls of this kind, or about this item, from now on. */
function refusing(sought: string, kind: ErrorKind, code: string, retryAfterMs?: number) {
  const details = retryAfterMs === undefined ? { code } : { code, retryAfterMs };
  room.refuse = (call, text) => {
    if ([call, text].includes(sought)) throw new AppError(kind, `Slack refused this (${code}).`, details);
  };
}

async function trace(itemId: string): Promise<string[]> {
  const found = await room.store.incidents.trace(itemId);
  return found.map((entry) =>
    entry.hop === "call" ? `${entry.call}: ${entry.answer}` : "turn" in entry ? entry.turn : entry.hop,
  );
}

test("an outbox that is asked to wait waits for as long, in order, and no other outbox does", async () => {
  refusing("a", "limited", "ratelimited", 7_000);
  const beganMs = room.nowMs;
  await room.change("a", { root: "a" });
  await room.change("b", { root: "b" }, { score: room.nowMs + 1 });
  await room.change("c", { root: "c" }, { channelId: "C2" });
  expect(await room.run()).toEqual({ againInMs: 7_000 });
  await room.finish("C2");
  room.refuse = () => {};
  // A notify while it waits changes nothing.
  expect(await room.run()).toEqual({ againInMs: 7_000 });
  await room.finish();
  expect(room.messages.map(({ text, atMs }) => [text, atMs - beganMs])).toEqual([
    ["c", 0],
    ["a", 7_000],
    ["b", 8_000],
  ]);
  expect(await trace("a")).toEqual(["post: Slack refused this (ratelimited).", "post: ok"]);
});

test("an outbox whose token is refused looks again every five minutes", async () => {
  refusing("post", "auth", "token_revoked");
  await room.change("a", { root: "a" });
  expect(await room.run()).toEqual({ againInMs: 300_000 });
  room.nowMs += 300_000;
  room.refuse = () => {};
  await room.finish();
  expect(room.texts()).toEqual(["a"]);
});

test("a post whose answer was lost is found, and not made again", async () => {
  room.lose = (call) => {
    room.lose = () => {};
    throw new AppError("upstream", `Slack did not answer ${call}.`, { outcomeUnknown: true });
  };
  await room.change("a", { root: "a", thread: entries("fired") }, { events: 2 });
  await room.change("b", { root: "b" }, { score: room.nowMs + 1 });
  await room.finish();
  expect(room.texts()).toEqual(["a", "b", "fired"]);
  expect(await room.counts()).toEqual({ posted: 2, merged: 1 });
});

test("an outage is waited out for as long as it lasts, and then all is there once and in order", async () => {
  const calls: number[] = [];
  const upMs = room.nowMs + 600_000;
  room.refuse = () => {
    if (room.nowMs < upMs) {
      calls.push(room.nowMs);
      throw new AppError("upstream", "Slack has a problem of its own.");
    }
  };
  for (const [index, item] of ["a", "b", "c", "d", "e"].entries())
    await room.change(item, { root: item }, { score: room.nowMs - 10 + index });
  await room.finish();
  expect(room.texts().toSorted()).toEqual(["a", "b", "c", "d", "e"]);
  expect(calls.length).toBeLessThan(60);
  // Whoever looked last before it was over is back soon after.
  expect(Math.max(...room.messages.map(({ atMs }) => atMs)) - upMs).toBeLessThan(90_000);
  expect(await room.counts()).toEqual({ posted: 5 });
});

test("an item that Slack takes for wrong becomes a dead letter after eight tries, while the others go on", async () => {
  refusing("bad", "bug", "invalid_arguments");
  const beganMs = room.nowMs;
  await room.change("bad", { root: "bad" }, { events: 3 });
  await room.change("good", { root: "good" }, { score: room.nowMs + 1 });
  await room.finish();
  expect(room.messages).toMatchObject([{ text: "good", atMs: beganMs + 1_000 }]);
  const [letter] = await room.store.deadLetters.list();
  expect(letter).toMatchObject({ itemId: "bad", channelId: "C1", attempts: 8, events: 3 });
  expect(letter?.reason).toContain("invalid_arguments");
  expect(await room.counts()).toEqual({ posted: 1, dead: 3 });
});

test("that Slack refuses an item for an unknown reason is told after three tries, once", async () => {
  const told: number[] = [];
  room.refuse = (call) => {
    told.push(room.stuck.length);
    throw new AppError("bug", `Slack refused ${call} (some_new_error).`, { code: "some_new_error" });
  };
  await room.change("bad", { root: "bad" });
  await room.finish();
  expect(told).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  expect(room.stuck).toEqual(["bad C1 Slack refused post (some_new_error)."]);
});

test("an item that cannot even be read becomes a dead letter as well", async () => {
  room.read = async (itemId) => {
    if (itemId === "bad") throw new Error("A line of ours is wrong.");
  };
  await room.change("bad", { root: "bad" });
  await room.change("good", { root: "good" }, { score: room.nowMs + 1 });
  await room.finish();
  expect(room.texts()).toEqual(["good"]);
  expect(await room.store.deadLetters.list()).toMatchObject([{ itemId: "bad", attempts: 8 }]);
});

test("a dead letter that is replayed is shown, and counts as dead no more", async () => {
  refusing("post", "forbidden", "is_archived");
  await room.change("a", { root: "a" }, { events: 2 });
  await room.finish();
  expect(await room.counts()).toEqual({ dead: 2 });
  room.refuse = () => {};
  expect(await room.store.deadLetters.replay("a", room.nowMs)).toMatchObject({ channelId: "C1" });
  expect(await room.store.deadLetters.replay("a", room.nowMs)).toBeUndefined();
  await room.finish();
  expect(room.texts()).toEqual(["a"]);
  expect(await room.counts()).toEqual({ dead: 0, posted: 1, merged: 1 });
  expect(await room.store.deadLetters.list()).toEqual([]);
});

test("a dead letter is answered by what its item shows later", async () => {
  refusing("post", "forbidden", "is_archived");
  await room.change("a", { root: "a" }, { events: 2 });
  await room.finish();
  room.refuse = () => {};
  await room.change("a", { root: "a again" });
  await room.finish();
  expect(await room.counts()).toEqual({ dead: 0, posted: 1, merged: 2 });
  expect(await room.store.deadLetters.list()).toEqual([]);
});

test("a dead letter that is dropped is forgotten, and its events stay counted", async () => {
  refusing("post", "forbidden", "is_archived");
  await room.change("a", { root: "a" });
  await room.finish();
  expect([await room.store.deadLetters.drop("a"), await room.store.deadLetters.drop("a")]).toEqual([
    true,
    false,
  ]);
  expect([await room.store.deadLetters.list(), await room.counts()]).toEqual([[], { dead: 1 }]);
});

test("an item whose channel takes nothing any more goes on in another one, with its events", async () => {
  await room.change("a", { root: "a", thread: entries("fired") });
  await room.finish();
  refusing("edit", "forbidden", "is_archived");
  room.fate = "moved";
  await room.change("a", { root: "worse", thread: entries("fired", "worse") }, { events: 3 });
  await room.finish();
  expect(room.unreachable).toEqual(["a C1 Slack refused this (is_archived)."]);
  room.refuse = () => {};
  await room.mark("a", { channelId: "C2", events: 0 });
  await room.finish("C2");
  expect(room.texts("C2")).toEqual(["worse", "worse"]);
  expect(await room.counts()).toEqual({ posted: 2, merged: 2 });
  expect([await room.waitingEvents("C1"), await room.waitingEvents("C2")]).toEqual([0, 0]);
});

test("an item that is no more since others go on in its place leaves its events to them", async () => {
  refusing("post", "forbidden", "is_archived");
  room.fate = "gone";
  await room.change("digest", { root: "12 alerts" }, { events: 12 });
  await room.finish();
  expect([await room.counts(), await room.waitingEvents()]).toEqual([{ merged: 12 }, 0]);
});

test.each(["message_not_found", "cant_update_message", "edit_window_closed"])(
  "a message that cannot be edited (%s) is begun anew, with what its thread has not said yet",
  async (code) => {
    await room.change("a", { root: "one", thread: entries("fired") });
    await room.finish();
    refusing("edit", code === "message_not_found" ? "missing" : "forbidden", code);
    await room.change("a", { root: "two", thread: entries("fired", "over") });
    await room.finish();
    expect(room.messages.map(({ text, threadTs = "" }) => [text, threadTs])).toEqual([
      ["one", ""],
      ["fired", "1.0"],
      ["two", ""],
      ["over", "3.0"],
    ]);
    expect(new Set(room.messages.map(({ mark }) => mark)).size).toBe(4);
    expect(await trace("a")).toContain(`begun anew: Slack refused this (${code}).`);
  },
);

test("a message whose thread is gone is begun anew", async () => {
  await room.change("a", { root: "a" });
  await room.finish();
  refusing("thread", "missing", "thread_not_found");
  await room.change("a", { root: "a", thread: entries("over") });
  room.nowMs += 1_000;
  await room.run();
  room.refuse = () => {};
  await room.finish();
  expect(room.messages.map(({ text, threadTs = "" }) => [text, threadTs])).toEqual([
    ["a", ""],
    ["a", ""],
    ["over", "2.0"],
  ]);
});
