import { HookRecord } from "../../../../support/alerts.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  settingsIn,
  settingsOf,
  withSettings,
  yamlOf,
} from "../../../../../src/features/alerts/hooks/settings/settings.ts";
import { severities } from "../../../../../src/features/alerts/incident/event-record.ts";
import type { HookRule } from "../../../../../src/features/alerts/hooks/record.ts";
import { hookWith } from "../../routing/given.ts";

const night: HookRule = {
  title: "payments: *",
  severity: "critical",
  time: { from: "22:00", to: "07:00", zone: "Europe/Berlin", days: ["mon", "fri"] },
  channelId: "C2",
  mentionGroupId: "S1",
};
const full = hookWith([night, { group: "yes", mute: true }, { title: "#1", setSeverity: "info" }], {
  fallbackChannelId: "C3",
  escalation: { groupId: "S2", afterMinutes: 15 },
  mapping: { title: "alert.name", key: "labels.0" },
  broadcasts: true,
});

async function problemsIn(text: string): Promise<string[]> {
  const read = await settingsIn(text);
  return "problems" in read ? read.problems.map(({ line, message }) => `${line}: ${message}`) : [];
}

test("a hook's settings are readable YAML without secrets", async () => {
  expect(await yamlOf(full)).toBe(
    [
      "channel: C1",
      "fallback: C3",
      "broadcasts: true",
      "escalation:",
      "  group: S2",
      "  afterMinutes: 15",
      "mapping:",
      "  title: alert.name",
      "  key: labels.0",
      "rules:",
      '  - title: "payments: *"',
      "    severity: critical",
      "    time:",
      "      from: 22:00",
      "      to: 07:00",
      "      zone: Europe/Berlin",
      "      days:",
      "        - mon",
      "        - fri",
      "    channel: C2",
      "    mention: S1",
      "  - group: yes",
      "    mute: true",
      '  - title: "#1"',
      "    setSeverity: info",
      "",
    ].join("\n"),
  );
});

test("any settings read back the same", async () => {
  const text = fc
    .string({ minLength: 1, maxLength: 200, unit: "grapheme" })
    .filter((some) => some.trim() === some && some.length <= 200);
  const rule = fc.record(
    {
      title: text,
      group: text,
      severity: fc.constantFrom(...severities),
      channelId: fc.constant("C9"),
      mentionGroupId: fc.constant("S9"),
    },
    { requiredKeys: ["title"] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { maxLength: 5 }), async (rules) => {
      const hook = { ...full, rules };
      const read = await settingsIn(await yamlOf(hook));
      expect(read).toEqual({ settings: settingsOf(hook) });
      expect("settings" in read && withSettings(hookWith([]), read.settings).rules).toEqual(rules);
    }),
  );
});

test("settings replace all earlier settings of a hook, and nothing else", async () => {
  const read = await settingsIn(
    "channel: <#C7|new>\nrules: [{ title: 500, time: { from: 9am, to: 17:30, zone: berlin, days: mon-fri } }]",
  );
  const changed =
    "settings" in read
      ? withSettings(
          { ...full, unreachable: [{ channelId: "C1", reason: "is_archived", at: full.createdAt }] },
          read.settings,
        )
      : undefined;
  expect(HookRecord.parse(changed)).toEqual(
    hookWith(
      [
        {
          title: "500",
          time: {
            from: "09:00",
            to: "17:30",
            zone: "Europe/Berlin",
            days: ["mon", "tue", "wed", "thu", "fri"],
          },
        },
      ],
      { channelId: "C7" },
    ),
  );
});

test("each problem has its line, the expected value and the nearest known name", async () => {
  const text = [
    "chanel: C1",
    "fallback: '#night'",
    "broadcasts: yes",
    "escalation: { group: S1, afterMinutes: 0 }",
    "rules:",
    "  - titel: payments",
    "    severity: crit",
    "  - mute: true",
    "    channel: C2",
    "  - time:",
    "      from: 25:00",
    "      to: 07:00",
    "      zone: Europe/Berlim",
    "      days: [mon, someday]",
    "  -",
  ].join("\n");
  expect(await problemsIn(text)).toEqual([
    "1: `channel` is missing. It must be the id of a channel, such as C0123ABCD, from the end of its details in Slack.",
    "1: `chanel` isn't a setting here. Did you mean `channel`?",
    '2: `fallback` must be the id of a channel, such as C0123ABCD, from the end of its details in Slack, not "#night".',
    '3: `broadcasts` must be true or false, not "yes".',
    "4: `afterMinutes` must be at least 1.",
    "6: `titel` isn't a setting here. Did you mean `title`?",
    '7: `severity` must be info, warning, error or critical, not "crit".',
    "8: Rule 2 mutes, so it can have no channel, no mention and no setSeverity.",
    '11: `from` must be a time of day, such as "22:00", not "25:00".',
    '13: `zone` must be a time zone, such as Europe/Berlin, not "Europe/Berlim". Did you mean `Europe/Berlin`?',
    '14: `days` must be days, such as mon-fri, or [sat, sun], not "mon someday".',
    "15: Rule 4 must be a list of settings, each on a line of its own as in `name: value`, not null.",
  ]);
});

test.each([
  [
    "",
    [
      "1: `channel` is missing. It must be the id of a channel, such as C0123ABCD, from the end of its details in Slack.",
    ],
  ],
  [
    "just words",
    ['1: This must be a list of settings, each on a line of its own as in `name: value`, not "just words".'],
  ],
  ["channel: C1\nchannel: C2", ["2: This name appears twice."]],
  ["channel: C1\n---\nchannel: C2", ["2: This starts a second document. Use only one."]],
  ["channel: &a C1\nfallback: *a", ["1: I don't read aliases (`*name`). Write out their values."]],
  ["channel: C1\nrules:\n\t- mute: true", ["3: This isn't YAML: Tabs are not allowed as indentation."]],
  [`channel: ${"[".repeat(12_000)}`, ["1: This is nested too deep."]],
  ["channel: C1\nfallback: C1", ["2: `fallback` must be another channel than the hook's own."]],
  ["channel: C1\nrules: [{}]", ["2: Rule 1 must say something."]],
  [
    "channel: C1\n__proto__: { rules: [] }",
    ["2: `__proto__` isn't a setting here. Use channel, fallback, broadcasts, escalation, mapping or rules."],
  ],
  [
    "channel: C1\n? [a]\n: b",
    ["1: `[ a ]` isn't a setting here. Use channel, fallback, broadcasts, escalation, mapping or rules."],
  ],
  [`channel: C1\nrules:\n${"  - mute: true\n".repeat(51)}`, ["2: `rules` must be at most 50 rules."]],
])("%j is refused", async (text, problems) => {
  expect(await problemsIn(text)).toEqual(problems);
});
