import { expect, test } from "vitest";
import * as texts from "../../../../src/features/alerts/actions/texts.ts";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import { incidentOf, minutesIn } from "../message/incident-of.ts";
import { type ActionFixture, actionFixture } from "./fixture.ts";
import { snoozeForm } from "../../../../src/features/alerts/actions/snooze.ts";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";

const untilMs = (fixture: ActionFixture) =>
  fixture.queued.map((action) =>
    action.verb === "snooze" ? new Date(action.untilMs).toISOString() : action.verb,
  );

function submitted(fixture: ActionFixture, values: object, facts: object = { timeZone: "Europe/Berlin" }) {
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
    fixture.context,
  );
}

test("the menu snoozes for a while, or until tomorrow 9:00 in the person's time zone", async () => {
  const fixture = actionFixture();
  for (const choice of ["15m", "1h", "4h", "tomorrow"]) {
    expect(await fixture.interact(actionIds.snooze, `${choice} i1`)).toEqual([]);
  }
  expect(untilMs(fixture)).toEqual([
    "2026-11-21T12:25:00.000Z",
    "2026-11-21T13:10:00.000Z",
    "2026-11-21T16:10:00.000Z",
    "2026-11-22T14:00:00.000Z",
  ]);
});

test("without a time zone from Slack, tomorrow is in UTC and the answer says so", async () => {
  const fixture = actionFixture({ timeZone: undefined });
  expect(await fixture.interact(actionIds.snooze, "tomorrow i1")).toContain(
    texts.snoozedInUtc(slackDate(new Date("2026-11-22T09:00:00Z"))),
  );
  expect(untilMs(fixture)).toEqual(["2026-11-22T09:00:00.000Z"]);
});

test("an unknown value of the menu changes nothing", async () => {
  const fixture = actionFixture();
  await fixture.interact(actionIds.snooze, "9999h i1");
  await fixture.interact(actionIds.snooze, "");
  expect(fixture.queued).toEqual([]);
});

test("“Custom…” opens a valid form in the time zone of its person", async () => {
  const fixture = actionFixture();
  expect(await fixture.interact(actionIds.snooze, "custom i1")).toEqual([]);
  expect(fixture.views.map((view) => validateView(view))).toEqual([null]);
  expect(fixture.queued).toEqual([]);
  const found = await snoozeForm.fetchFacts?.(
    "",
    { values: {}, facts: { userId: "UBOB" } },
    fixture.context,
    {
      userId: "UBOB",
    },
  );
  expect(found).toEqual({ facts: { timeZone: "America/New_York" } });
});

test("the form snoozes until the typed time, with the reason", async () => {
  const fixture = actionFixture();
  expect(await submitted(fixture, { until: "monday 9:00", reason: "deploy" })).toBe("close");
  expect(fixture.queued).toMatchObject([{ userName: "Bob Ross", reason: "deploy" }]);
  expect(untilMs(fixture)).toEqual(["2026-11-23T08:00:00.000Z"]);
});

test("a form that was submitted early looks up the time zone itself", async () => {
  const fixture = actionFixture();
  expect(await submitted(fixture, { until: "13:00" }, {})).toBe("close");
  expect(untilMs(fixture)).toEqual(["2026-11-21T18:00:00.000Z"]);
});

test("an unreadable, past or too distant time is a problem of the field", async () => {
  const fixture = actionFixture();
  expect(snoozeForm.problems({ values: { until: "soon" }, facts: {} })).toEqual([
    {
      field: "until",
      message: texts.snoozeForm.notRead,
    },
  ]);
  const problem = async (until: string) => await submitted(fixture, { until });
  expect(await problem("2026-11-20 9:00")).toEqual({
    problems: [{ field: "until", message: texts.snoozeForm.over }],
  });
  expect(await problem("31 days")).toEqual({
    problems: [
      {
        field: "until",
        message: texts.snoozeForm.tooLong,
      },
    ],
  });
  expect(fixture.queued).toEqual([]);
});

test("the form of an alert that was resolved meanwhile says so and changes nothing", async () => {
  const resolved = { atMs: minutesIn(9), how: "sender" as const };
  const fixture = actionFixture({ incident: incidentOf({ state: "resolved", resolved }) });
  expect(JSON.stringify(await submitted(fixture, { until: "1 h" }))).toContain("Already resolved");
  expect(fixture.queued).toEqual([]);
});

test("a snooze lasts at least a minute and at most 30 days", async () => {
  const fixture = actionFixture();
  for (const until of ["0.9 min", "30.1 d"])
    expect(await submitted(fixture, { until })).toHaveProperty("problems");
  for (const until of ["1 min", "30 d"]) expect(await submitted(fixture, { until })).toBe("close");
  expect(fixture.queued).toHaveLength(2);
});
