import { beforeEach, expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { entries, outboxRoom } from "./fixture.ts";

const redis = useRedis();
let room: ReturnType<typeof outboxRoom>;
beforeEach(() => {
  room = outboxRoom(redis.client);
});

async function twoItems() {
  const file = { n: 0, name: "raw.txt", title: "As it came", text: "{" };
  await room.change("a", { root: "a", thread: [file, ...entries("fired", "taken")] }, { events: 2 });
  await room.change("b", { root: "b" });
}

test("wherever a process dies, everything is shown once in the end, and every event is counted once", async () => {
  let died = true;
  for (let calls = 0; died; calls += 1) {
    await redis.client.flushall();
    room = outboxRoom(redis.client);
    await twoItems();
    room.dieAfter(calls);
    // It goes on until it is done or dead.
    for (let runs = 0; runs < 10; runs += 1) {
      const outcome = await room.run();
      if (outcome !== "done") room.nowMs += outcome.againInMs;
    }
    died = room.revive();
    await room.finish();
    expect(room.texts().toSorted()).toEqual(["a", "b", "fired\ntaken", "raw.txt"]);
    expect(await room.counts()).toEqual({ posted: 2, merged: 1 });
    expect(await room.waitingEvents()).toBe(0);
  }
});

test("wherever a process dies in an edit, the message shows the latest in the end", async () => {
  let died = true;
  for (let calls = 0; died; calls += 1) {
    await redis.client.flushall();
    room = outboxRoom(redis.client);
    await room.change("a", { root: "one" });
    await room.finish();
    await room.change("a", { root: "two" });
    room.dieAfter(calls);
    for (let runs = 0; runs < 3; runs += 1) {
      const outcome = await room.run();
      if (outcome !== "done") room.nowMs += outcome.againInMs;
    }
    died = room.revive();
    await room.finish();
    expect(room.texts()).toEqual(["two"]);
    expect(await room.counts()).toEqual({ posted: 2 });
  }
});

test("what a dead process had claimed is looked for 12 s later, and what others wait for is shown meanwhile", async () => {
  await twoItems();
  // Look, take, read, post: it dies when the post is made and not remembered.
  room.lose = (call) => {
    if (call === "post") room.dieAfter(0);
  };
  await room.run();
  room.lose = () => {};
  expect(room.revive()).toBe(true);
  const diedMs = room.nowMs;
  expect(await room.run()).toEqual({ againInMs: 1_000 });
  expect(room.texts()).toEqual(["a", "b"]);
  const found: number[] = [];
  room.refuse = (call) => {
    if (call === "find") found.push(room.nowMs - diedMs);
  };
  await room.finish();
  expect(found).toEqual([12_000]);
  expect(room.texts()).toEqual(["a", "b", "raw.txt", "fired\ntaken"]);
});

test.each(["post", "file", "thread"])(
  "what a dead process left in Slack (%s) is found by a Slack whose clock is two minutes slow",
  async (left) => {
    room.slackBehindMs = 2 * 60_000;
    await twoItems();
    room.lose = (call) => {
      if (call === left) room.dieAfter(0);
    };
    for (let runs = 0; runs < 10 && !room.revive(); runs += 1) {
      const outcome = await room.run();
      if (outcome !== "done") room.nowMs += outcome.againInMs;
    }
    room.lose = () => {};
    await room.finish();
    expect(room.texts().toSorted()).toEqual(["a", "b", "fired\ntaken", "raw.txt"]);
  },
);

test("who stood still between claiming and posting claims anew right before it posts", async () => {
  await room.change("a", { root: "a" });
  room.read = async () => {
    room.nowMs += 5_000;
    room.read = async () => {};
  };
  room.lose = (call) => {
    if (call === "post") room.dieAfter(0);
  };
  await room.run();
  room.revive();
  const claimedMs = room.nowMs;
  const found: number[] = [];
  room.refuse = (call) => {
    if (call === "find") found.push(room.nowMs - claimedMs);
  };
  await room.finish();
  expect([room.texts(), found]).toEqual([["a"], [12_000]]);
});

/** While a process reads an item, or waits for Slack, so much time passes that another one does all there is to do. */
async function meanwhile(): Promise<void> {
  room.nowMs += 13_000;
  room.refuse = () => {};
  room.read = async () => {};
  await room.finish();
}

test("who stood still until another one had posted does not post as well", async () => {
  await room.change("a", { root: "a" });
  room.read = meanwhile;
  await room.finish();
  expect(room.texts()).toEqual(["a"]);
  expect(await room.counts()).toEqual({ posted: 1 });
});

test.each(["post", "thread"])(
  "who stood still between a call of Slack (%s) and its first byte, until another one took over, sends nothing",
  async (stopped) => {
    await room.change("a", { root: "one" });
    if (stopped === "thread") {
      await room.finish();
      await room.change("a", { root: "one", thread: entries("taken") });
    }
    let stops = 0;
    room.connect = async (call) => {
      if (call === stopped && (stops += 1) === 1) await meanwhile();
    };
    await room.finish();
    // The other one called Slack too, which makes two.
    expect(stops).toBe(2);
    expect(room.texts()).toEqual(stopped === "post" ? ["one"] : ["one", "taken"]);
  },
);

test("who stood still while it read a file, until another one had shared it, does not share it as well", async () => {
  let reads = 0;
  const readWhole = async () => {
    if ((reads += 1) === 1) await meanwhile();
    return "all of it";
  };
  const file = { n: 0, name: "alert.txt", title: "All of it", text: "the beginning", readWhole };
  await room.change("a", { root: "one", thread: [file] });
  await room.finish();
  expect(reads).toBe(2);
  expect(room.texts()).toEqual(["one", "alert.txt"]);
});

test("an edit that came late, after another process made a newer one, is made good", async () => {
  await room.change("a", { root: "one" });
  await room.finish();
  await room.change("a", { root: "two" });
  room.refuse = async (call) => {
    if (call !== "edit") return;
    await room.change("a", { root: "three" });
    await meanwhile();
    expect(room.texts()).toEqual(["three"]);
  };
  await room.finish();
  expect(room.messages).toMatchObject([{ text: "three", edits: 3 }]);
  expect(await room.counts()).toEqual({ posted: 2, merged: 1 });
});
