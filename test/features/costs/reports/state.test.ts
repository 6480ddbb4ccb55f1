import { expect, test } from "vitest";
import {
  checked,
  isFollowed,
  openReports,
  posted,
  presentOf,
  startReport,
  threadNotified,
  toBegin,
  withSaidDays,
} from "../../../../src/features/costs/reports/periods.ts";
import type { ReportSchedule, OpenReport } from "../../../../src/features/costs/reports/schedule.ts";

const schedule: ReportSchedule = {
  id: "o1",
  kind: "report",
  channelId: "C1",
  connection: "default",
  createdBy: "U1",
  createdAt: "2026-11-01T00:00:00.000Z",
  every: "daily",
  at: "09:00",
  timeZone: "UTC",
  by: "service",
  state: {},
};
const report: OpenReport = { from: "2026-11-19", to: "2026-11-19", provisional: [] };
const messageRef = { channelId: "C1", ts: "1.1" };
const said = { day: "2026-11-19", said: "48.11" };

function periodOf(day: string) {
  return { from: day, to: day, due: new Date() };
}

test("a report starts once, and not again after it is closed", () => {
  const first = startReport(schedule, report);
  expect(openReports(first)).toEqual([report]);
  expect(startReport(first, report)).toEqual(first);
  const finalDays = posted(first, report, messageRef);
  expect(openReports(finalDays)).toEqual([]);
  expect(openReports(startReport(finalDays, report))).toEqual([]);
});

test("a report with provisional days stays open until its thread has the changes", () => {
  const open = posted(withSaidDays(startReport(schedule, report), report, [said]), report, messageRef);
  const [followed] = openReports(open);
  expect(followed && isFollowed(followed)).toBe(true);

  const changed = { ...said, final: "52.10" };
  const after = checked(open, new Date(), (one) => ({ ...one, provisional: [], changed: [changed] }));
  expect(presentOf(after, report)?.changed).toEqual([changed]);
  expect(openReports(threadNotified(after, { ...report, changed: [changed] }))).toEqual([]);
});

test("a slow post about one change does not remove a later change", () => {
  const found = { ...report, messageRef, changed: [{ day: "2026-11-19", said: "1", final: "2" }] };
  const since = { ...found, changed: [{ day: "2026-11-20", said: "1", final: "2" }] };
  expect(openReports(threadNotified({ ...schedule, state: { open: [since] } }, found))).toEqual([since]);
});

test("a check does not touch a report with a thread post in progress", () => {
  const responder = { ...report, messageRef, provisional: [said], changed: [{ ...said, final: "1" }] };
  const before: ReportSchedule = { ...schedule, state: { open: [responder] } };
  expect(openReports(checked(before, new Date(), () => report))).toEqual([responder]);
});

test("the oldest due report names all missed periods", () => {
  const missed = [periodOf("2026-11-16"), periodOf("2026-11-17")];
  const due = [periodOf("2026-11-18"), periodOf("2026-11-19")];
  expect(toBegin({ due, missed, next: periodOf("2026-11-20") })).toEqual([
    {
      from: "2026-11-18",
      to: "2026-11-18",
      provisional: [],
      missed: { from: "2026-11-16", to: "2026-11-17", count: 2 },
    },
    { from: "2026-11-19", to: "2026-11-19", provisional: [] },
  ]);
});
