import { expect, test } from "vitest";
import { hookCommand } from "../../../support/alerts.ts";
import { example as beatsExample, howOften } from "../../../../src/features/oncall/heartbeat/texts.ts";
import * as texts from "../../../../src/features/alerts/hooks/texts.ts";

function read(words: string) {
  const reading = hookCommand.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

const checkout = { hook: "checkout" };

test.each([
  ["", "list", {}],
  ["LIST", "list", {}],
  ["show checkout", "show", checkout],
  ["show <#C1|checkout>", "show", { hook: "#checkout" }],
  ["show night watch rules", "show", { hook: "night watch", tab: "rules" }],
  ["show rules", "show", { hook: "rules" }],
  ['show "rules" Export', "show", { hook: "rules", tab: "export" }],
  ["create", "create", {}],
  ["create signed", "create", { signed: true }],
  ["create <#C1>", "create", { channel: "C1" }],
  [
    "create signed in <#C1|alerts> checkout",
    "create",
    { channel: "C1|alerts", name: "checkout", signed: true },
  ],
  ["create grafana-dev <#C1> SIGNED", "create", { channel: "C1", name: "grafana-dev", signed: true }],
  ["test checkout", "test", checkout],
  [
    'test checkout title "payments" severity critical at 23:30',
    "test_sample",
    { ...checkout, sample: 'title "payments" severity critical at 23:30' },
  ],
  [
    "test night watch if the severity is error",
    "test_sample",
    { hook: "night watch", sample: "severity is error" },
  ],
  ['test "at 9" at 10:00', "test_sample", { hook: "at 9", sample: "at 10:00" }],
  ["rotate checkout", "rotate", checkout],
  ["rotate checkout Again", "rotate", { ...checkout, again: true }],
  ["rotate checkout DONE", "drop_secret", checkout],
  ["pause night watch", "pause", { hook: "night watch" }],
  ["resume «night watch»", "resume", { hook: "night watch" }],
  ["delete checkout", "delete", checkout],
  ["map checkout", "map", checkout],
  ["map night watch off", "map", { hook: "night watch", words: "off" }],
  [
    'map checkout title = alert.name link="the link.0"',
    "map",
    { ...checkout, words: 'title = alert.name link="the link.0"' },
  ],
  ["fallback checkout <#C2|db>", "fallback", { ...checkout, channel: "C2" }],
  ["fallback <#C1|alerts> to <#C2>", "fallback", { hook: "#alerts", channel: "C2" }],
  ["fallback night watch OFF", "fallback", { hook: "night watch" }],
  ["escalate checkout <!subteam^S1|@oncall> after 15", "escalate", { ...checkout, group: "S1", minutes: 15 }],
  ["escalate checkout after 2h <!subteam^S1>", "escalate", { ...checkout, group: "S1", minutes: 120 }],
  [
    "escalate night watch <!subteam^S1> 30 min",
    "escalate",
    { hook: "night watch", group: "S1", minutes: 30 },
  ],
  ["escalate checkout <!subteam^S1>", "escalate", { ...checkout, group: "S1" }],
  ["escalate checkout off", "escalate", checkout],
  ["broadcast checkout ON", "broadcast", { ...checkout, words: "on" }],
  ["observe checkout default orders prod", "observe", { ...checkout, words: "default orders prod" }],
  ['observe "night watch" off', "observe", { hook: "night watch", words: "off" }],
  ["mutes checkout", "mutes", checkout],
  ["unmute checkout 2", "unmute", { ...checkout, words: "2" }],
  ["unmute night watch #2", "unmute", { hook: "night watch", words: "#2" }],
  ["handover checkout", "handover", checkout],
  ["handover night watch pagerduty", "handover", { hook: "night watch", to: "pagerduty" }],
  ["HANDOVER checkout Pager Duty", "handover", { ...checkout, to: "pagerduty" }],
  ['handover "webhook" webhook', "handover", { hook: "webhook", to: "webhook" }],
  ["handover <#C1|alerts> off", "end_handover", { hook: "#alerts" }],
  ["rota checkout", "rota", checkout],
  ["rota “night watch” OFF", "end_rota", { hook: "night watch" }],
  ["heartbeat checkout every 5m grace 2m", "heartbeat", { ...checkout, every: "5m", grace: "2m" }],
  ["heartbeat night watch 1 day, 2 hours", "heartbeat", { hook: "night watch", every: "1 day, 2 hours" }],
  [
    "heartbeat checkout every 5 minutes, with a grace of 90 s own",
    "heartbeat",
    { ...checkout, every: "5 minutes", grace: "90 s", own: true },
  ],
  ["heartbeat checkout 5m slack 1m", "heartbeat", { ...checkout, every: "5m", grace: "1m" }],
  ["heartbeat every every soon", "heartbeat", { hook: "every", every: "soon" }],
  ["heartbeat checkout off", "heartbeat", checkout],
  ["maintenance checkout", "maintenance_list", checkout],
  ["maintenance night watch list", "maintenance_list", { hook: "night watch" }],
  ["maintenance checkout end now", "maintenance_end", checkout],
  ["maintenance checkout for 2h", "maintenance", { ...checkout, words: "for 2h" }],
  [
    "maintenance night watch Sat 02:00-04:00 weekly Europe/Berlin",
    "maintenance",
    { hook: "night watch", words: "Sat 02:00-04:00 weekly Europe/Berlin" },
  ],
  ["maintenance end on mon-fri 1-2", "maintenance", { hook: "end", words: "on mon-fri 1-2" }],
  [
    "maintenance checkout 2026-11-28 22:00 for 2h critical passes",
    "maintenance",
    { ...checkout, words: "2026-11-28 22:00 for 2h critical passes" },
  ],
  ["maintenance checkout remove #2", "maintenance", { ...checkout, words: "remove #2" }],
  ["rules night watch", "rules", { hook: "night watch" }],
  ['rules "night watch" list', "rules", { hook: "night watch" }],
  ["rules checkout from 11", "rules", { ...checkout, from: 11 }],
  [
    'rules checkout Add title "payments" severity critical to <#C2|night>',
    "change_rules",
    { ...checkout, change: 'add title "payments" severity critical to <#C2|night>' },
  ],
  ["rules add up 2", "change_rules", { hook: "add", change: "up 2" }],
  ["rules night watch remove 2", "change_rules", { hook: "night watch", change: "remove 2" }],
  ["try checkout", "try", checkout],
  ["try pager severity critical", "try", { hook: "pager", words: "severity critical" }],
  ["replay checkout", "replay", checkout],
  ["replay checkout the last 2 days", "replay", { ...checkout, words: "the last 2 days" }],
  ["export night watch", "export", { hook: "night watch" }],
  ["import checkout", "import", checkout],
])("%j is read", (words, name, args) => {
  const { entry, args: found } = read(words);
  expect([entry.name, found]).toEqual([`hooks_${name}`, args]);
});

const escalate = (problem: string) => `${problem} ${texts.escalateExample("checkout")}`;

test.each([
  ["pause", texts.whichHook],
  ["handover off", texts.whichHook],
  ["fallback checkout", texts.whichFallback],
  ["fallback checkout #nowhere", "“#nowhere”"],
  ["escalate checkout", escalate(texts.whichGroup)],
  ["escalate checkout @ada after 15", escalate(texts.whichGroup)],
  ["escalate checkout <!subteam^S1> <!subteam^S2>", escalate(texts.oneGroup)],
  ["heartbeat checkout", `${howOften} ${beatsExample("checkout")}`],
  ["create <#C1> <#C2>", "one channel only"],
  [`create ${"x".repeat(61)}`, `${texts.nameTooLong(60)} ${texts.createExample}`],
])("%j is refused in words", async (words, problem) => {
  await expect(Reflect.apply(read(words).run, undefined, [])).rejects.toThrow(problem);
});

test.each([
  ["rotate done", "rotate", "done"],
  ["rotate checkout done", "rotate", "checkout done"],
  ["maintenance end", "maintenance_list", "end"],
  ["unmute checkout 2", "unmute", "checkout 2"],
])("%j may be about a hook with all of these words as its name", (words, name, hookName) => {
  const meant = { kind: "hook", name: hookName, meant: { entry: { name: `hooks_${name}` } } };
  expect(read(words).orNamed).toMatchObject(meant);
});

test.each(["fallback off", "escalate checkout", "heartbeat night watch"])(
  "%j changes nothing, whatever hooks there are",
  (words) => expect(read(words).orNamed).toBeUndefined(),
);

test.each([
  ["show T1-abc", "show", {}],
  ["test T1-abc", "test", {}],
  ["pause T1-abc", "pause", {}],
  ["resume T1-abc", "resume", {}],
  ["rotate T1-abc", "rotate", {}],
  ["rotate T1-abc done", "drop_secret", {}],
  ["map T1-abc off", "map", { words: "off" }],
  ["fallback T1-abc off", "fallback", {}],
  ["escalate T1-abc off", "escalate", {}],
  ["broadcast T1-abc on", "broadcast", { words: "on" }],
  ["observe T1-abc off", "observe", { words: "off" }],
  ["unmute T1-abc mute-0123456789abcdef", "unmute", { words: "mute-0123456789abcdef" }],
  ["handover T1-abc pagerduty", "handover", { to: "pagerduty" }],
  ["handover T1-abc off", "end_handover", {}],
  ["rota T1-abc off", "end_rota", {}],
  ["heartbeat T1-abc off", "heartbeat", {}],
  ["heartbeat T1-abc every 300s grace 60s own", "heartbeat", { every: "300s", grace: "60s", own: true }],
  ["heartbeat T1-abc every 300s grace 60s yes", "heartbeat", { every: "300s", grace: "60s" }],
  [
    "maintenance T1-abc off 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
    "maintenance",
    { words: "off 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10" },
  ],
  ["maintenance T1-abc end", "maintenance_end", {}],
  ["rules T1-abc from 11", "rules", { from: 11 }],
  ["rules T1-abc up 2 0a1b2c3d", "change_rules", { change: "up 2 0a1b2c3d" }],
  ["rules T1-abc remove 2 0a1b2c3d", "change_rules", { change: "remove 2 0a1b2c3d" }],
  ["replay T1-abc 24h", "replay", { words: "24h" }],
  ["try T1-abc", "try", {}],
  ["import T1-abc", "import", {}],
])("a button of an older version, “alerts hooks %s”, still works", (words, name, args) => {
  const { entry, args: found } = read(words);
  expect([entry.name, found]).toEqual([`hooks_${name}`, { hook: "T1-abc", ...args }]);
});
