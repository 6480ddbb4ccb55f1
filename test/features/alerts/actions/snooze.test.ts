import { expect, test } from "vitest";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import { validateView } from "../../../../src/sandbox/slack/validate/index.ts";
import { incidentOf, minutesIn } from "../message/incident-of.ts";
import { type Room, actRoom } from "./fixture.ts";
import { snoozeForm } from "../../../../src/features/alerts/actions/snooze.ts";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";

const untilMs = (room: Room) =>
  room.acted.map((act) => (act.act === "snooze" ? new Date(act.untilMs).toISOString() : act.act));

function submitted(room: Room, values: object, facts: object = { timeZone: "Europe/Berlin" }) {
  return snoozeForm.accept(
    {
      formId: "form-1",
      form: snoozeForm.name,
      userId: "UBOB",
      userName: "bob",
      viewId: "V1",
      attempt: 1,
      step: "snooze",
      values: { ...values },
      facts: { incidentId: "i1", userId: "UBOB", ...facts },
      filling: 0,
      submitted: false,
      touched: true,
      savedAt: "2026-11-21T12:10:00.000Z",
    },
    room.context,
  );
}

test("the menu snoozes for a while, or until tomorrow 9:00 by the presser's clocks", async () => {
  const room = actRoom();
  for (const choice of ["15m", "1h", "4h", "tomorrow"]) {
    expect(await room.press(actionIds.snooze, `${choice} i1`)).toEqual([]);
  }
  expect(untilMs(room)).toEqual([
    "2026-11-21T12:25:00.000Z",
    "2026-11-21T13:10:00.000Z",
    "2026-11-21T16:10:00.000Z",
    "2026-11-22T14:00:00.000Z",
  ]);
});

test("where Slack tells no time zone, tomorrow goes by UTC and the presser hears so", async () => {
  const room = actRoom({ timeZone: undefined });
  expect(await room.press(actionIds.snooze, "tomorrow i1")).toContain(
    `Slack does not tell your time zone, so it is snoozed until ${slackDate(new Date("2026-11-22T09:00:00Z"))}, which is 9:00 UTC.`,
  );
  expect(untilMs(room)).toEqual(["2026-11-22T09:00:00.000Z"]);
});

test("a value that is none of the menu's changes nothing", async () => {
  const room = actRoom();
  await room.press(actionIds.snooze, "9999h i1");
  await room.press(actionIds.snooze, "");
  expect(room.acted).toEqual([]);
});

test("custom opens a form that Slack takes, and that goes by the clocks of whoever opened it", async () => {
  const room = actRoom();
  expect(await room.press(actionIds.snooze, "custom i1")).toEqual([]);
  expect(room.views.map((view) => validateView(view))).toEqual([null]);
  expect(room.acted).toEqual([]);
  const found = await snoozeForm.lookUp?.("", { values: {}, facts: { userId: "UBOB" } }, room.context, {
    userId: "UBOB",
  });
  expect(found).toEqual({ facts: { timeZone: "America/New_York" } });
});

test("the form snoozes until what was typed, with the reason", async () => {
  const room = actRoom();
  expect(await submitted(room, { until: "monday 9:00", reason: "deploy" })).toBe("close");
  expect(room.acted).toMatchObject([{ userName: "bob", reason: "deploy" }]);
  expect(untilMs(room)).toEqual(["2026-11-23T08:00:00.000Z"]);
});

test("the form finds the clocks by itself where it was sent before they were looked up", async () => {
  const room = actRoom();
  expect(await submitted(room, { until: "13:00" }, {})).toBe("close");
  expect(untilMs(room)).toEqual(["2026-11-21T18:00:00.000Z"]);
});

test("what cannot be read, is over or too far ahead is said on the field", async () => {
  const room = actRoom();
  expect(snoozeForm.problems({ values: { until: "soon" }, facts: {} })).toEqual([
    {
      field: "until",
      message: "Write for how long or until when, such as 2 h, 18:30, tomorrow 9:00 or monday.",
    },
  ]);
  const problem = async (until: string) => await submitted(room, { until });
  expect(await problem("2026-11-20 9:00")).toEqual({
    problems: [{ field: "until", message: "That is over already. Choose a time to come, such as 2 h." }],
  });
  expect(await problem("31 days")).toEqual({
    problems: [
      {
        field: "until",
        message: "An alert can be snoozed for 30 days at most. Mute it to hear nothing of it at all.",
      },
    ],
  });
  expect(room.acted).toEqual([]);
});

test("the form of an alert that was resolved meanwhile says so and changes nothing", async () => {
  const resolved = { atMs: minutesIn(9), how: "sender" as const };
  const room = actRoom({ incident: incidentOf({ state: "resolved", resolved }) });
  expect(JSON.stringify(await submitted(room, { until: "1 h" }))).toContain("This was resolved already");
  expect(room.acted).toEqual([]);
});

test("an alert is snoozed for a minute at least and 30 days at most", async () => {
  const room = actRoom();
  for (const until of ["0.9 min", "30.1 d"])
    expect(await submitted(room, { until })).toHaveProperty("problems");
  for (const until of ["1 min", "30 d"]) expect(await submitted(room, { until })).toBe("close");
  expect(room.acted).toHaveLength(2);
});
