import { beforeEach, expect, test } from "vitest";
import { AppError } from "../../../../src/lib/errors.ts";
import { useRedis } from "../../../support/redis.ts";
import { entries, outboxFixture } from "./fixture.ts";

const redis = useRedis();
let fixture: ReturnType<typeof outboxFixture>;
beforeEach(() => {
  fixture = outboxFixture(redis.client);
});

test("items are posted in the order in which they were marked, one a second", async () => {
  for (const [index, item] of ["a", "b", "c"].entries())
    await fixture.change(item, { root: item }, { score: fixture.nowMs - 10 + index });
  const beganMs = fixture.nowMs;
  await fixture.finish();
  expect(fixture.messages.map(({ text, atMs }) => [text, atMs - beganMs])).toEqual([
    ["a", 0],
    ["b", 1_000],
    ["c", 2_000],
  ]);
  expect(await fixture.counts()).toEqual({ posted: 3 });
});

test("an item for a waiting person comes first, and its thread after the others' messages", async () => {
  await fixture.change("old", { root: "old", thread: entries("old fired") });
  await fixture.finish();
  await fixture.change("new", { root: "new" });
  await fixture.change("old", { root: "old taken", thread: entries("old fired", "taken") }, { score: 0 });
  await fixture.finish();
  expect(fixture.messages.map(({ text, edits }) => [text, edits])).toEqual([
    ["old taken", 1],
    ["old fired", 0],
    ["new", 0],
    ["taken", 0],
  ]);
});

test("ten changes while Slack is on hold become one edit, and all their events are counted", async () => {
  await fixture.change("a", { root: "seen 1 time" });
  await fixture.run();
  for (let times = 2; times <= 11; times += 1) await fixture.change("a", { root: `seen ${times} times` });
  await fixture.finish();
  expect(fixture.messages).toMatchObject([{ text: "seen 11 times", edits: 1 }]);
  expect(await fixture.counts()).toEqual({ posted: 2, merged: 9 });
  expect(await fixture.waitingEvents()).toBe(0);
});

test("an item that changes while it is shown stays in its outbox until the change is shown", async () => {
  await fixture.change("a", { root: "one" });
  fixture.lose = () => {
    fixture.lose = () => {};
    fixture.items.set("a", { root: "two" });
    // An action of a person counts no event.
    void fixture.mark("a", { events: 0, score: fixture.nowMs });
  };
  await fixture.finish();
  expect(fixture.messages).toMatchObject([{ text: "two", edits: 1 }]);
});

test("an item in its wanted state takes no call, and its events count as merged", async () => {
  await fixture.change("a", { root: "same" });
  await fixture.finish();
  await fixture.change("a", { root: "same" }, { events: 3 });
  const calls: string[] = [];
  fixture.refuse = (call) => void calls.push(call);
  await fixture.finish();
  expect(calls).toEqual([]);
  expect(await fixture.counts()).toEqual({ posted: 1, merged: 3 });
});

test("an item that is gone leaves its outbox, and its events count as merged", async () => {
  await fixture.mark("gone", { isNew: true, events: 2 });
  expect(await fixture.run()).toBe("done");
  expect(await fixture.counts()).toEqual({ merged: 2 });
  expect(fixture.messages).toEqual([]);
});

test("a thread gets each entry once, with as many in a message as fit, and the channel gets only broadcasts", async () => {
  const thread = [
    { n: 0, name: "raw.txt", title: "As it came", text: "{" },
    ...entries("fired", "again"),
    { n: 3, mrkdwn: "severity rose", isBroadcast: true as const },
    { n: 7, mrkdwn: "taken" },
  ];
  await fixture.change("a", { root: "a", thread });
  await fixture.finish();
  await fixture.change("a", { root: "a", thread: [...thread, { n: 9, mrkdwn: "over" }] });
  await fixture.finish();
  const [root, ...said] = fixture.messages;
  expect(said.map(({ text, isBroadcast = false }) => [text, isBroadcast])).toEqual([
    ["raw.txt", false],
    ["fired\nagain", false],
    ["severity rose", true],
    ["taken", false],
    ["over", false],
  ]);
  expect(new Set(said.map(({ threadTs }) => threadTs))).toEqual(new Set([root?.ts]));
});

test("a file that Slack refuses is posted as a message", async () => {
  fixture.refuse = (call) => {
    if (call === "file") throw new AppError("auth", "No (missing_scope).", { code: "missing_scope" });
  };
  await fixture.change("a", {
    root: "a",
    thread: [{ n: 0, name: "raw.txt", title: "As it came", text: "<!channel>" }],
  });
  await fixture.finish();
  expect(fixture.messages[1]?.text).toContain("As it came");
  expect(fixture.messages[1]?.text).not.toContain("<!channel>");
});

test("a source gets the traffic of its outbox, and may restart the step", async () => {
  for (const item of ["a", "b", "c"]) await fixture.change(item, { root: item });
  fixture.prepare = async ({ newWaiting }) => {
    if (newWaiting < 3) return false;
    await redis.client.zrem("qm:{T1}:outbox:C1", "b");
    await redis.client.srem("qm:{T1}:outbox-new:C1", "b");
    return true;
  };
  await fixture.finish();
  expect(fixture.texts()).toEqual(["a", "c"]);
  expect(
    fixture.prepared.map(({ newWaiting, newPostedLastMinute }) => [newWaiting, newPostedLastMinute]),
  ).toEqual([
    [3, 0],
    [2, 0],
    [1, 1],
  ]);
});
