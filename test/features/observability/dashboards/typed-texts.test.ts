import { expect, test } from "vitest";
import { tagsInText } from "../../../../src/features/observability/dashboards/forms.ts";
import { inputTags } from "../../../../src/features/observability/names.ts";
import { problems } from "../../../../src/features/observability/tiles/texts.ts";
import { filterProblem, isFreeText } from "../../../../src/features/observability/tiles/problems.ts";

test.each([
  "",
  "level:error",
  "level:error -service:checkout",
  'message:"a b: c" OR (level:warn AND NOT host:db-1)',
  "duration:>100",
  "duration:[1 TO 5]",
  "url:https\\://a.example",
  "timeout",
  "level:(error OR fatal) -host:(db-1)",
  String.raw`path:\/ status:\*`,
  String.raw`body:"he said \"no\""`,
])("%s is a filter", (filter) => {
  expect(filterProblem(filter)).toBeUndefined();
});

test.each([
  ["level:", problems.noValue],
  ["level: error", problems.noValue],
  ["level:(error OR host:)", problems.noValue],
  [":(error)", problems.noField],
  [":error", problems.noField],
  ["-:error", problems.noField],
  ['message:"a', problems.quote],
  ["(level:error", problems.parentheses],
])("%s is refused as a filter", (filter, message) => {
  expect(filterProblem(filter)).toBe(message);
});

test("a filter without a field is free text", () => {
  expect(["timeout", " ", "level:error"].map((filter) => isFreeText(filter))).toEqual([true, false, false]);
});

test("tags are separated by lines or commas without duplicates, and existing tags may contain commas", () => {
  expect(tagsInText(" shop, prod \n\nshop\n", [])).toEqual(["shop", "prod"]);
  expect(inputTags(Array.from({ length: 100 }, () => "x".repeat(30)))).toBeUndefined();
  const odd = ["a, b", "c"];
  expect(tagsInText(`${inputTags(odd)}\nd,e`, odd)).toEqual(["a, b", "c", "d", "e"]);
});
