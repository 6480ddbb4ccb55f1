import { beforeEach, expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { entries, outboxFixture } from "./fixture.ts";

const redis = useRedis();
let fixture: ReturnType<typeof outboxFixture>;
beforeEach(() => {
  fixture = outboxFixture(redis.client);
});

async function twoItems() {
  const file = { n: 0, name: "raw.txt", title: "As it came", text: "{" };
  await fixture.change("a", { root: "a", thread: [file, ...entries("fired", "taken")] }, { events: 2 });
  await fixture.change("b", { root: "b" });
}

test("a process may die at any call: everything is shown once in the end, and every event counts once", async () => {
  let died = true;
  for (let calls = 0; died; calls += 1) {
    await redis.client.flushall();
    fixture = outboxFixture(redis.client);
    await twoItems();
    fixture.dieAfter(calls);
    // It runs until it is done or dead.
    for (let runs = 0; runs < 10; runs += 1) {
      const outcome = await fixture.run();
      if (outcome !== "done") fixture.nowMs += outcome.againInMs;
    }
    died = fixture.revive();
    await fixture.finish();
    expect(fixture.texts().toSorted()).toEqual(["a", "b", "fired\ntaken", "raw.txt"]);
    expect(await fixture.counts()).toEqual({ posted: 2, merged: 1 });
    expect(await fixture.waitingEvents()).toBe(0);
  }
});

test("a process may die at any call of an edit: the message shows the latest in the end", async () => {
  let died = true;
  for (let calls = 0; died; calls += 1) {
    await redis.client.flushall();
    fixture = outboxFixture(redis.client);
    await fixture.change("a", { root: "one" });
    await fixture.finish();
    await fixture.change("a", { root: "two" });
    fixture.dieAfter(calls);
    for (let runs = 0; runs < 3; runs += 1) {
      const outcome = await fixture.run();
      if (outcome !== "done") fixture.nowMs += outcome.againInMs;
    }
    died = fixture.revive();
    await fixture.finish();
    expect(fixture.texts()).toEqual(["two"]);
    expect(await fixture.counts()).toEqual({ posted: 2 });
  }
});

test("the claim of a dead process is checked 12 s later, and other items are shown meanwhile", async () => {
  await twoItems();
  // Check, claim, read, post: it dies when the post is made and not saved.
  fixture.lose = (call) => {
    if (call === "post") fixture.dieAfter(0);
  };
  await fixture.run();
  fixture.lose = () => {};
  expect(fixture.revive()).toBe(true);
  const diedMs = fixture.nowMs;
  expect(await fixture.run()).toEqual({ againInMs: 1_000, isPaused: true });
  expect(fixture.texts()).toEqual(["a", "b"]);
  const found: number[] = [];
  fixture.refuse = (call) => {
    if (call === "find") found.push(fixture.nowMs - diedMs);
  };
  await fixture.finish();
  expect(found).toEqual([12_000]);
  expect(fixture.texts()).toEqual(["a", "b", "raw.txt", "fired\ntaken"]);
});

test.each(["post", "file", "thread"])(
  "a dead process's post (%s) is found even if Slack's clock is two minutes slow",
  async (left) => {
    fixture.slackBehindMs = 2 * 60_000;
    await twoItems();
    fixture.lose = (call) => {
      if (call === left) fixture.dieAfter(0);
    };
    for (let runs = 0; runs < 10 && !fixture.revive(); runs += 1) {
      const outcome = await fixture.run();
      if (outcome !== "done") fixture.nowMs += outcome.againInMs;
    }
    fixture.lose = () => {};
    await fixture.finish();
    expect(fixture.texts().toSorted()).toEqual(["a", "b", "fired\ntaken", "raw.txt"]);
  },
);

test("a process that paused after its claim claims again right before it posts", async () => {
  await fixture.change("a", { root: "a" });
  fixture.read = async () => {
    fixture.nowMs += 5_000;
    fixture.read = async () => {};
  };
  fixture.lose = (call) => {
    if (call === "post") fixture.dieAfter(0);
  };
  await fixture.run();
  fixture.revive();
  const claimedMs = fixture.nowMs;
  const found: number[] = [];
  fixture.refuse = (call) => {
    if (call === "find") found.push(fixture.nowMs - claimedMs);
  };
  await fixture.finish();
  expect([fixture.texts(), found]).toEqual([["a"], [12_000]]);
});

/** The process pauses while it reads an item or waits for Slack, for so long that another one does all its work. */
async function meanwhile(): Promise<void> {
  fixture.nowMs += 13_000;
  fixture.refuse = () => {};
  fixture.read = async () => {};
  await fixture.finish();
}

test("a process that paused until another one posted does not post too", async () => {
  await fixture.change("a", { root: "a" });
  fixture.read = meanwhile;
  await fixture.finish();
  expect(fixture.texts()).toEqual(["a"]);
  expect(await fixture.counts()).toEqual({ posted: 1 });
});

test.each(["post", "thread"])(
  "a process that paused between a call to Slack (%s) and its first byte until another one took over sends nothing",
  async (stopped) => {
    await fixture.change("a", { root: "one" });
    if (stopped === "thread") {
      await fixture.finish();
      await fixture.change("a", { root: "one", thread: entries("taken") });
    }
    let stops = 0;
    fixture.connect = async (call) => {
      if (call === stopped && (stops += 1) === 1) await meanwhile();
    };
    await fixture.finish();
    // The other one called Slack too.
    expect(stops).toBe(2);
    expect(fixture.texts()).toEqual(stopped === "post" ? ["one"] : ["one", "taken"]);
  },
);

test("a process that paused while it read a file does not share it after another one did", async () => {
  let reads = 0;
  const readWhole = async () => {
    if ((reads += 1) === 1) await meanwhile();
    return "all of it";
  };
  const file = { n: 0, name: "alert.txt", title: "All of it", text: "the beginning", readWhole };
  await fixture.change("a", { root: "one", thread: [file] });
  await fixture.finish();
  expect(reads).toBe(2);
  expect(fixture.texts()).toEqual(["one", "alert.txt"]);
});

test("a late edit over a newer one is corrected", async () => {
  await fixture.change("a", { root: "one" });
  await fixture.finish();
  await fixture.change("a", { root: "two" });
  fixture.refuse = async (call) => {
    if (call !== "edit") return;
    await fixture.change("a", { root: "three" });
    await meanwhile();
    expect(fixture.texts()).toEqual(["three"]);
  };
  await fixture.finish();
  expect(fixture.messages).toMatchObject([{ text: "three", edits: 3 }]);
  expect(await fixture.counts()).toEqual({ posted: 2, merged: 1 });
});
