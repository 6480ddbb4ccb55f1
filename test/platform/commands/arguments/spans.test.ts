import { expect, test } from "vitest";
import { hourMs } from "../../../../src/lib/duration.ts";
import { spanAsTyped, spanMsIn } from "../../../../src/platform/commands/arguments/kinds.ts";

test.each([
  ["26h", 26, "26h"],
  ["26 h", 26, "26h"],
  ["2d", 48, "2d"],
  ["1 day", 24, "1d"],
  ["90 min", 1.5, "90min"],
  ["1.5 Hours", 1.5, "90min"],
  ["60m", 1, "1h"],
  ["2 weeks", 336, "14d"],
  ["90d", 90 * 24, "90d"],
])("%s is a span, and reads back the same", (words, hours, typed) => {
  const ms = spanMsIn(words) ?? 0;
  expect([ms, spanAsTyped(ms)]).toEqual([hours * hourMs, typed]);
  expect(spanMsIn(spanAsTyped(ms))).toBe(ms);
});

test.each(["", "banana", "26", "-3h", "26 hectares"])("%j isn't a span", (words) => {
  expect(spanMsIn(words)).toBeUndefined();
});
