import { expect, test } from "vitest";
import { hook } from "../../../../src/features/alerts/hooks/command.ts";

function read(words: string) {
  const reading = hook.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["handover checkout", "hooks_handover", { hook: "checkout" }],
  ["handover night watch pagerduty", "hooks_handover", { hook: "night watch", to: "pagerduty" }],
  ["HANDOVER checkout Pager Duty", "hooks_handover", { hook: "checkout", to: "pagerduty" }],
  ['handover "webhook" webhook', "hooks_handover", { hook: "webhook", to: "webhook" }],
  ["handover <#C1|alerts> off", "hooks_end_handover", { hook: "<#C1|alerts>" }],
  ["rota checkout", "hooks_rota", { hook: "checkout" }],
  ["rota “night watch” OFF", "hooks_end_rota", { hook: "night watch" }],
])("%j is read", (words, name, args) => {
  const { entry, args: found } = read(words);
  expect([entry.name, found]).toEqual([name, args]);
});

test.each([
  ["T1-abc pagerduty", "handover", { hook: "T1-abc", to: "pagerduty" }],
  ["T1-abc off", "end_handover", { hook: "T1-abc" }],
])("a button of an older version, “handover %s”, still works", (words, name, args) => {
  const { entry, args: found } = read(`handover ${words}`);
  expect([entry.name, found]).toEqual([`hooks_${name}`, args]);
});
