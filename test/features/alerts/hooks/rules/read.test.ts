import { expect, test } from "vitest";
import { readRule } from "../../../../../src/features/alerts/hooks/rules/read.ts";

const weekdays = ["mon", "tue", "wed", "thu", "fri"];

test.each<[string, object]>([
  [
    'title "checkout" severity critical between 22:00 and 07:00 Europe/Berlin on mon-fri to <#C2|night> mention <!subteam^S1|@oncall>',
    {
      title: "checkout",
      severity: "critical",
      time: { from: "22:00", to: "07:00", zone: "Europe/Berlin", days: weekdays },
      channelId: "C2",
      mentionGroupId: "S1",
    },
  ],
  ["title checkout mute", { title: "checkout", mute: true }],
  ["mute title checkout errors", { title: "checkout errors", mute: true }],
  [
    "If title contains “sign in” and severity is crit, then <#C2>",
    { title: "sign in", severity: "critical", channelId: "C2" },
  ],
  ["title mute group on set severity info", { title: "mute", group: "on", setSeverity: "info" }],
  ["title sign in errors to <#C2>", { title: "sign in errors", channelId: "C2" }],
  [
    'group "title severity mute" mention S0ABC1234',
    { group: "title severity mute", mentionGroupId: "S0ABC1234" },
  ],
  ["severity warning or worse in <#c2|a>", { severity: "warning", channelId: "C2" }],
  ["severity error+ set severity critical", { severity: "error", setSeverity: "critical" }],
  [
    "from 9am to 5pm new york mute",
    { time: { from: "09:00", to: "17:00", zone: "America/New_York" }, mute: true },
  ],
  [
    "between 22:00-07:00 UTC on sat, sun mute",
    { time: { from: "22:00", to: "07:00", zone: "UTC", days: ["sat", "sun"] }, mute: true },
  ],
  [
    "between midnight and noon on weekends mute",
    { time: { from: "00:00", to: "12:00", days: ["sat", "sun"] }, mute: true },
  ],
  ["on Sundays and Fridays mute", { time: { from: "00:00", to: "00:00", days: ["fri", "sun"] }, mute: true }],
  [
    "on sat to mon to <#C2>",
    { time: { from: "00:00", to: "00:00", days: ["mon", "sat", "sun"] }, channelId: "C2" },
  ],
  ['title "<#C9|general> is slow" mute', { title: "#general is slow", mute: true }],
  ["to <#C2>", { channelId: "C2" }],
])("“%s” is a rule", (words, rule) => {
  expect(readRule(words)).toEqual(rule);
});

test.each([
  ["", "Say what the rule is about, and what then happens."],
  ["and", "Say what the rule is about, and what then happens."],
  ["titel checkout", "I do not understand “titel”. Did you mean `title`?"],
  ['"checkout" mute', "Say before “checkout” whether it is a `title` or a `group`."],
  ["title", "Say what the title contains."],
  ['title ""', "Say what the title contains."],
  ['title "a" b mute', "I do not understand “b”."],
  ["title a title b", "Say the title once only."],
  [`title ${"a".repeat(201)}`, "A title has at most 200 characters here."],
  [
    "severity critcal",
    "A severity is info, warning, error or critical, not “critcal”. Did you mean `critical`?",
  ],
  ["severity", "Say which severity: info, warning, error or critical."],
  ["severity error errors", "I do not understand “errors”."],
  [
    "title a to #night",
    "I cannot tell which channel “#night” is. Pick it from the list that Slack shows while you type.",
  ],
  [
    "title a mention @oncall",
    "I cannot tell which user group “@oncall” is. Pick one from the list that Slack shows while you type; people and `@here` cannot be mentioned.",
  ],
  ["title a mention", "Say whom to mention: a user group, such as `@on-call`."],
  ["between 22:00", "Write times as in `between 22:00 and 07:00`."],
  ["between 22:00 and 27:00 mute", "Write times as in `between 22:00 and 07:00`."],
  [
    "between 22:00 and 07:00 Europe/Berlim",
    "I took “Europe/Berlim” for a time zone and know none of this name. Did you mean `Europe/Berlin`?",
  ],
  [
    "between 22:00 and 07:00 CET",
    "I took “CET” for a time zone and know none of this name. Did you mean `Europe/Berlin`?",
  ],
  ["on mon and someday mute", "Name days as in `on mon-fri`, `on sat, sun` or `on weekdays`."],
  [
    "mute title a to <#C2>",
    "A rule that mutes tells nobody, so it has no channel, no mention and sets no severity.",
  ],
  ["title a at 22:00", "A rule holds between two times, not at one."],
])("“%s” is refused with a reason and an example", (words, problem) => {
  expect(() => readRule(words)).toThrow(
    `${problem} For example: \`/db hook rules checkout add title "payments"`,
  );
});
