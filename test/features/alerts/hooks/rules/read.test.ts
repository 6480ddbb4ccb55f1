import { expect, test } from "vitest";
import * as texts from "../../../../../src/features/alerts/hooks/rules/texts.ts";
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
  ["", texts.empty],
  ["and", texts.empty],
  ["titel checkout", texts.notUnderstood("titel", "title")],
  ['"checkout" mute', texts.titleOrGroup("checkout")],
  ["title", texts.whatContains("title")],
  ['title ""', texts.whatContains("title")],
  ['title "a" b mute', texts.notUnderstood("b", undefined)],
  ["title a title b", texts.once("title")],
  [`title ${"a".repeat(201)}`, texts.textTooLong("title", 200)],
  [
    "severity critcal",
    "A severity is info, warning, error or critical, not “critcal”. Did you mean `critical`?",
  ],
  ["severity", texts.whichSeverity("info, warning, error or critical")],
  ["severity error errors", texts.notUnderstood("errors", undefined)],
  ["title a to #night", texts.unknownChannel("#night")],
  ["title a mention @oncall", texts.unknownGroup("@oncall")],
  ["title a mention", texts.whichGroup],
  ["between 22:00", texts.hours],
  ["between 22:00 and 27:00 mute", texts.hours],
  [
    "between 22:00 and 07:00 Europe/Berlim",
    texts.unknownZone("Europe/Berlim", "Did you mean `Europe/Berlin`?"),
  ],
  ["between 22:00 and 07:00 CET", texts.unknownZone("CET", "Did you mean `Europe/Berlin`?")],
  ["on mon and someday mute", texts.days],
  ["mute title a to <#C2>", texts.muteAlone],
  ["title a at 22:00", texts.notAtATime],
])("“%s” is refused with a reason and an example", (words, problem) => {
  expect(() => readRule(words)).toThrow(`${problem} ${texts.example}`);
});
