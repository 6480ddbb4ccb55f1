import { expect, test } from "vitest";
import { threadEntries } from "../../../../src/features/alerts/message/thread-entries.ts";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import type { HistoryEntry } from "../../../../src/features/alerts/incident/record.ts";
import { incidentOf, minutesIn, openedAtMs } from "./incident-of.ts";

const at = slackDate(new Date(openedAtMs));

function line(entry: Partial<HistoryEntry> & Pick<HistoryEntry, "what">) {
  const [said] = threadEntries(incidentOf({ history: [{ n: 2, atMs: openedAtMs, ...entry }] }));
  return said && "mrkdwn" in said ? said.mrkdwn : undefined;
}

test("a thread names people without a mention", () => {
  const ada = { userId: "UADA", userName: "ada" };
  expect(line({ what: "acknowledged", ...ada })).toBe(`${at}: acknowledged by ada.`);
  expect(line({ what: "acknowledged", userId: "UADA" })).toBe(`${at}: acknowledged.`);
  expect(line({ what: "released", ...ada })).toBe(`${at}: taken back by ada. It's no longer acknowledged.`);
  const untilMs = minutesIn(60);
  expect(line({ what: "snoozed", ...ada, untilMs, note: "deploy" })).toBe(
    `${at}: snoozed by ada until ${slackDate(new Date(untilMs))}: “deploy”.`,
  );
});

test("a quotation ends without its own full stop", () => {
  expect(line({ what: "snoozed", note: "It is a deploy." })).toBe(`${at}: snoozed: “It is a deploy”.`);
});

test("only the reminder and the mention of a group notify people", () => {
  expect(line({ what: "reminded", userId: "UADA" })).toBe(
    `${at}: <@UADA>, you acknowledged this over 30 minutes ago, and it isn't resolved yet.`,
  );
  expect(line({ what: "mentioned", groupId: "S1" })).toBe(
    `${at}: <!subteam^S1>, this isn't acknowledged yet.`,
  );
});

test("each automatic change has its words", () => {
  expect(line({ what: "fired again" })).toBe(`${at}: fired again.`);
  expect(line({ what: "severity rose", note: "critical" })).toBe(`${at}: severity rose to critical.`);
  expect(line({ what: "snooze over", heldBack: 1 })).toBe(`${at}: the snooze is over. Seen once meanwhile.`);
  expect(line({ what: "moved", note: "The channel is archived (is_archived)." })).toBe(
    `${at}: moved to this channel, because I can't post in the other one. The channel is archived (is_archived).`,
  );
  expect(line({ what: "word changed", note: "<!here>" })).toBe(
    `${at}: its sender now reports “&lt;\u200b!here&gt;”.`,
  );
});

test("the thread has no quiet lines, and marks broadcasts", () => {
  const history: HistoryEntry[] = [
    { n: 1, atMs: openedAtMs, what: "fired", isQuiet: true },
    { n: 2, atMs: openedAtMs, what: "severity rose", isBroadcast: true },
  ];
  expect(threadEntries(incidentOf({ history }))).toEqual([
    { n: 2, mrkdwn: `${at}: severity rose.`, isBroadcast: true },
  ]);
});

test("a shortened or unreadable text is a file at the start of the thread", () => {
  const body = "log\n".repeat(1_000);
  expect(threadEntries(incidentOf({}, { body }))).toEqual([
    { n: 0, name: "alert.txt", title: "Whole text", text: body },
  ]);
  expect(threadEntries(incidentOf({}, { body: "{", isUnreadable: true }))).toEqual([
    { n: 0, name: "alert.txt", title: "As it came", text: "{" },
  ]);
  expect(threadEntries(incidentOf())).toEqual([]);
});

test("a resolve says how long the alert was open, and who acknowledged it after what time", () => {
  const history: HistoryEntry[] = [
    { n: 1, atMs: openedAtMs, what: "fired", isQuiet: true },
    { n: 2, atMs: minutesIn(2), what: "acknowledged", userId: "UADA", userName: "Ada Park" },
    { n: 3, atMs: minutesIn(10), what: "resolved" },
    { n: 4, atMs: minutesIn(15), what: "fired again" },
    { n: 5, atMs: minutesIn(18), what: "resolved" },
  ];
  const said = threadEntries(incidentOf({ history })).flatMap((entry) =>
    "mrkdwn" in entry ? [entry.mrkdwn.replace(/^<[^>]*>: /, "")] : [],
  );
  expect(said).toEqual([
    "acknowledged by Ada Park.",
    "resolved: open for 10 min, acknowledged by Ada Park after 2 min.",
    "fired again.",
    "resolved: open for 3 min.",
  ]);
});
