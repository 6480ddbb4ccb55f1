import { expect, test } from "vitest";
import { alerts } from "../../../../src/features/observability/alerts-command.ts";

function read(words: string) {
  const reading = alerts.read(`noise ${words}`);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "", {}],
  ["checkout", "", { hook: "checkout" }],
  ["last week", "", { week: "last week" }],
  ["this week", "", {}],
  ["night watch last week", "", { hook: "night watch", week: "last week" }],
  ["checkout of last week", "", { hook: "checkout", week: "last week" }],
  ['"last week" for this week', "", { hook: "last week" }],
  ["<#C1|alerts>", "", { hook: "#alerts" }],
  ["weekly", "_weekly", {}],
  ["weekly <#C1|alerts>", "_weekly", { channel: "C1" }],
  ["every monday in <#C1>", "_weekly", { channel: "C1" }],
  ["checkout on Mondays", "_weekly", { hook: "checkout" }],
  ["checkout weekly <#C1> Berlin", "_weekly", { hook: "checkout", channel: "C1", zone: "Europe/Berlin" }],
  ['"weekly" weekly', "_weekly", { hook: "weekly" }],
  ["off", "_off", {}],
  ["checkout off in <#C1|alerts>", "_off", { hook: "checkout", channel: "C1" }],
  ["stop", "_off", {}],
])("%j is read", (words, name, args) => {
  const { entry, args: found } = read(words);
  expect([entry.name, found]).toEqual([`alerts_noise${name}`, args]);
});

test.each([
  ["weekly Berlinn", "isn't a time zone I know"],
  ["weekly <#C1> <#C2>", "one channel only"],
  ["weekly #nowhere", "#nowhere"],
])("%j is refused in words", async (words, reason) => {
  await expect(Reflect.apply(read(words).run, undefined, [])).rejects.toThrow(reason);
});

test.each([
  ["T1-abc", "", { hook: "T1-abc" }],
  ["T1-abc last week", "", { hook: "T1-abc", week: "last week" }],
  ["T1-abc weekly", "_weekly", { hook: "T1-abc" }],
  ["T1-abc off <#C1>", "_off", { hook: "T1-abc", channel: "C1" }],
])("a button of an older version, “alerts noise %s”, still works", (words, name, args) => {
  const { entry, args: found } = read(words);
  expect([entry.name, found]).toEqual([`alerts_noise${name}`, args]);
});
