import { alerts } from "../../../../src/features/alerts/index.ts";
import { expect, test } from "vitest";
import { acknowledgeAction } from "../../../../src/features/alerts/actions/acknowledge.ts";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import { hookOf, incidentOf, minutesIn } from "../message/incident-of.ts";
import { actRoom, now } from "./fixture.ts";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";

const by = { kind: "act", incidentId: "i1", atMs: now.getTime(), userId: "UBOB", userName: "bob" };
const acknowledged = { userId: "UADA", atMs: minutesIn(6) };
const resolved = { atMs: minutesIn(9), how: "person" as const, userId: "UADA" };
const at6 = slackDate(new Date(minutesIn(6)));

test("acknowledge, resolve and take back go the way of the events, and say nothing to whoever pressed", async () => {
  const room = actRoom();
  expect(await room.press(actionIds.acknowledge, "i1")).toEqual([]);
  expect(await room.press(actionIds.resolve, "i1")).toEqual([]);
  expect(room.acted).toEqual([
    { ...by, act: "acknowledge" },
    { ...by, act: "resolve" },
  ]);
  expect(room.woken).toEqual(["T1-h1", "T1-h1"]);
  const taken = actRoom({ incident: incidentOf({ state: "acknowledged", acknowledged }) });
  expect(await taken.press(actionIds.release, "i1")).toEqual([]);
  expect(taken.acted).toEqual([{ ...by, act: "release" }]);
});

test("who acknowledges in a card below a link is told so, for nothing changes there", async () => {
  const { context, acted } = actRoom();
  const pressed = { value: "i1", userId: "UBOB", userName: "bob", triggerId: "t1", channelId: "C1" };
  expect(await acknowledgeAction.press(pressed, context)).toMatchObject({
    text: "You acknowledged *Checkout errors*.",
  });
  expect(acted).toEqual([{ ...by, act: "acknowledge" }]);
});

test("what somebody has acknowledged stays theirs, and the presser alone is told", async () => {
  const room = actRoom({ incident: incidentOf({ state: "acknowledged", acknowledged }) });
  expect(await room.press(actionIds.acknowledge, "i1")).toContain(
    `<@UADA> acknowledged this already, ${at6}. To take it over, press “Take back” and then “Acknowledge”.`,
  );
  expect(await room.press(actionIds.acknowledge, "i1", { userId: "UADA" })).toContain(
    `You acknowledged this already, ${at6}.`,
  );
  expect(room.acted).toEqual([]);
});

test.each([actionIds.acknowledge, actionIds.resolve, actionIds.release, actionIds.snooze])(
  "%s on what was resolved meanwhile changes nothing, and says who resolved it",
  async (actionId) => {
    const room = actRoom({ incident: incidentOf({ state: "resolved", resolved }) });
    const value = actionId === actionIds.snooze ? "1h i1" : "i1";
    expect(await room.press(actionId, value)).toContain(
      `This was resolved already by <@UADA> ${slackDate(new Date(minutesIn(9)))}. Should it fire again, it says so here.`,
    );
    expect(room.acted).toEqual([]);
  },
);

test("there is nothing to take back of what is nobody's", async () => {
  expect(await actRoom().press(actionIds.release, "i1")).toContain(
    "Nobody has acknowledged or snoozed this by now, so there is nothing to take back.",
  );
});

test("every press on an alert that is gone, or whose hook is, says so and changes nothing", async () => {
  const gone = actRoom({ incident: undefined });
  const unhooked = actRoom({ hook: undefined });
  const others = new Set<string>([actionIds.pageNext, actionIds.pageBack, actionIds.stormAll]);
  for (const { actionId } of (alerts.interactions ?? []).filter((act) => !others.has(act.actionId))) {
    const values: Record<string, string> = { [actionIds.snooze]: "1h i1", [actionIds.more]: "history i1" };
    const value = values[actionId] ?? "i1";
    expect(await gone.press(actionId, value)).toContain(
      "This alert is no longer kept here: 30 days after the last that was heard of one it is forgotten. Nothing was changed.",
    );
    expect(await unhooked.press(actionId, value)).toContain(
      "The hook that this alert came through was deleted, so nothing more becomes of it here. Nothing was changed.",
    );
  }
  expect([...gone.acted, ...unhooked.acted]).toEqual([]);
});

test("who did what is told to whoever asks, the latest last", async () => {
  const history = [
    { n: 1, atMs: minutesIn(0), what: "fired" as const, isQuiet: true as const },
    { n: 2, atMs: minutesIn(6), what: "acknowledged" as const, userId: "UADA", userName: "ada" },
  ];
  const [, said] = await actRoom({ incident: incidentOf({ history }) }).press(actionIds.more, "history i1");
  expect(said).toBe(
    `*What happened to “Checkout errors”*\n• ${slackDate(new Date(minutesIn(0)))}: it fired.\n• ${at6}: acknowledged by <@UADA>.`,
  );
});

test("of a long history the latest is told, and where the rest is", async () => {
  const history = Array.from({ length: 100 }, (_, index) => ({
    n: index + 1,
    atMs: minutesIn(index),
    what: "word changed" as const,
    note: `word ${index} ${"x".repeat(150)}`,
  }));
  const said = await actRoom({ incident: incidentOf({ history }) }).press(actionIds.more, "history i1");
  expect(said.join("\n")).toContain("word 99 ");
  expect(said.join("\n")).not.toContain("word 0 ");
  expect(said.at(-1)).toContain("What was before that stands under Details.");
});

test("muting asks first, then nobody is told of the key any more", async () => {
  const room = actRoom();
  expect(await room.press(actionIds.more, "mute i1")).toContain(
    "Mute “Checkout errors” of the hook Shop alerts? Nobody is told when it fires again, until somebody ends that: `/db hook mutes Shop alerts`.",
  );
  expect(room.acted).toEqual([]);
  expect(await room.press(actionIds.mute, "i1")).toContain(
    "Muted: “Checkout errors” of the hook Shop alerts. To hear of it again: `/db hook mutes Shop alerts`.",
  );
  expect(room.hook()?.muted).toEqual({
    "evt-1": { title: "Checkout errors", userId: "UBOB", at: now.toISOString() },
  });
  expect(room.acted).toEqual([{ ...by, act: "mute" }]);
});

test("what is muted already is not muted again", async () => {
  const muted = {
    "evt-1": { title: "Checkout errors", userId: "UADA", at: new Date(minutesIn(6)).toISOString() },
  };
  const room = actRoom({ hook: hookOf({ muted }) });
  for (const [actionId, value] of [
    [actionIds.more, "mute i1"],
    [actionIds.mute, "i1"],
  ] as const) {
    expect(await room.press(actionId, value)).toContain(
      `“Checkout errors” of the hook Shop alerts was muted already by <@UADA> ${at6}.`,
    );
  }
  expect(room.acted).toEqual([]);
});

test("a key may have any name", async () => {
  const room = actRoom({ incident: incidentOf({ key: "__proto__" }) });
  await room.press(actionIds.mute, "i1");
  expect(Object.keys(room.hook()?.muted ?? {})).toEqual(["__proto__"]);
});

test("the trace is offered as a command, and a link that Slack opens itself is answered with nothing", async () => {
  const room = actRoom();
  expect(await room.press(actionIds.more, "trace i1")).toContain(
    "Every step that “Checkout errors” took on its way here, with its time:",
  );
  expect(await room.press(actionIds.more, "silence i1")).toEqual([]);
  expect(await room.press(actionIds.more, "unheard-of i1")).toHaveLength(2);
});
