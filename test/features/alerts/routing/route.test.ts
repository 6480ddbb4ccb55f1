import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { route } from "../../../../src/features/alerts/routing/route.ts";
import type { HookRule } from "../../../../src/features/alerts/hooks/record.ts";
import { eventOf, hookWith } from "./given.ts";

const noon = new Date("2026-11-20T12:00:00Z");

function isFitting(rule: HookRule, facts = {}, at = noon): boolean {
  return route(hookWith([rule]), eventOf(facts), at).ruleNumber === 1;
}

test("without rules an event goes to the hook's channel, with its own severity", () => {
  expect(route(hookWith([]), eventOf({ severity: "warning" }), noon)).toEqual({
    channelId: "C1",
    isMuted: false,
    severity: "warning",
  });
});

test("the first rule that fits decides alone", () => {
  const hook = hookWith([
    { title: "database", channelId: "C2" },
    { title: "checkout", channelId: "C3", mentionGroupId: "S1", setSeverity: "critical" },
    { title: "errors", channelId: "C4", mute: true },
  ]);
  expect(route(hook, eventOf({ severity: "info" }), noon)).toEqual({
    channelId: "C3",
    isMuted: false,
    mentionGroupId: "S1",
    severity: "critical",
    ruleNumber: 2,
  });
  expect(route(hook, eventOf({ title: "Errors" }), noon)).toMatchObject({ channelId: "C4", isMuted: true });
});

test("a rule without a channel posts in the hook's own channel", () => {
  const hook = hookWith([{ title: "checkout" }, { mute: true }]);
  expect(route(hook, eventOf(), noon)).toMatchObject({ channelId: "C1", isMuted: false, ruleNumber: 1 });
});

test("a muted key is muted under any rules, and no other key is", () => {
  const muted = { k1: { title: "Checkout errors", userId: "U1", at: "2026-11-20T10:00:00.000Z" } };
  const hook = hookWith([{ title: "checkout", channelId: "C2" }], { muted });
  expect(route(hook, eventOf(), noon)).toMatchObject({ channelId: "C2", isMuted: true });
  expect(route(hook, eventOf({ key: "constructor" }), noon).isMuted).toBe(false);
});

test.each<[string, string, boolean]>([
  ["CHECKOUT", "Checkout errors above 5%", true],
  ["errors  above", "Checkout errors\u00a0above 5%", true],
  ["check*5%", "Checkout errors above 5%", true],
  ["above*checkout", "Checkout errors above 5%", false],
  ["*", "", true],
  ["a*a", "a", false],
  ["(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", false],
  ["err.r", "error", false],
  ["caf\u00e9", "Cafe\u0301 orders", true],
])("title “%s” fits “%s”: %s", (title, of, fits) => {
  expect(isFitting({ title }, { title: of })).toBe(fits);
});

test("a pattern of pieces fits any text with them in their order", () => {
  const piece = fc.string().map((text) => text.replaceAll(/[*\s]/g, ""));
  fc.assert(
    fc.property(fc.array(piece), fc.string(), fc.string(), (pieces, before, after) => {
      const title = [before, ...pieces, after].join("~");
      expect(isFitting({ title: pieces.join("*") }, { title })).toBe(true);
    }),
  );
});

test("a rule for a group fits only events with a group", () => {
  expect(isFitting({ group: "eu-*" }, { group: "region:EU-west" })).toBe(true);
  expect(isFitting({ group: "eu-*" }, { group: "region:us" })).toBe(false);
  expect(isFitting({ group: "*" })).toBe(false);
});

test("a severity fits itself and worse ones, and no event without a severity", () => {
  expect(isFitting({ severity: "error" }, { severity: "critical" })).toBe(true);
  expect(isFitting({ severity: "error" }, { severity: "error" })).toBe(true);
  expect(isFitting({ severity: "error" }, { severity: "warning" })).toBe(false);
  expect(isFitting({ severity: "info" })).toBe(false);
});

describe("time of day", () => {
  const night = { from: "22:00", to: "07:00", zone: "Europe/Berlin" };
  const weeknights = { ...night, days: ["mon", "tue", "wed", "thu", "fri"] as const };

  test.each<[string, HookRule["time"], string, boolean]>([
    ["it begins with its first minute", night, "2026-11-20T21:00:00Z", true],
    ["it does not begin before", night, "2026-11-20T20:59:59.999Z", false],
    ["it goes over midnight", night, "2026-11-21T05:59:59Z", true],
    ["it ends before its last minute", night, "2026-11-21T06:00:00Z", false],
    ["in summer clocks are an hour ahead", night, "2026-07-01T20:00:00Z", true],
    // 20 November 2026 is a Friday.
    [
      "the night belongs to the day it begins on",
      { ...weeknights, days: ["fri"] },
      "2026-11-21T03:00:00Z",
      true,
    ],
    [
      "the night from Thursday is not Friday's",
      { ...weeknights, days: ["fri"] },
      "2026-11-20T03:00:00Z",
      false,
    ],
    ["equal times are the whole day", { ...night, to: "22:00", days: ["fri"] }, "2026-11-21T20:59:00Z", true],
    [
      "the whole day ends at that time",
      { ...night, to: "22:00", days: ["fri"] },
      "2026-11-21T21:00:00Z",
      false,
    ],
    [
      "the day is the zone's",
      { from: "00:00", to: "01:00", zone: "Asia/Tokyo", days: ["sat"] },
      "2026-11-20T15:30:00Z",
      true,
    ],
    ["an offset is a zone too", { from: "09:00", to: "10:00", zone: "+05:30" }, "2026-11-20T04:00:00Z", true],
    ["it lasts until midnight", { from: "18:00", to: "00:00", zone: "UTC" }, "2026-11-20T23:59:59Z", true],
    // 25 October 2026, 03:00 is 02:00 again.
    [
      "an hour that comes twice counts the first time",
      { from: "02:00", to: "03:00", zone: "Europe/Berlin" },
      "2026-10-25T00:30:00Z",
      true,
    ],
    [
      "an hour that comes twice counts the second time",
      { from: "02:00", to: "03:00", zone: "Europe/Berlin" },
      "2026-10-25T01:30:00Z",
      true,
    ],
    [
      "after the second time it is over",
      { from: "02:00", to: "03:00", zone: "Europe/Berlin" },
      "2026-10-25T02:00:00Z",
      false,
    ],
    // 29 March 2026, 02:00 is 03:00.
    [
      "a range that ends in a skipped hour ends with it",
      { from: "22:00", to: "02:30", zone: "Europe/Berlin" },
      "2026-03-29T01:00:00Z",
      false,
    ],
    [
      "a range that ends in a skipped hour lasts until then",
      { from: "22:00", to: "02:30", zone: "Europe/Berlin" },
      "2026-03-29T00:59:00Z",
      true,
    ],
    ["an unknown zone fits nothing", { ...night, zone: "Mars/Base" }, "2026-11-20T23:00:00Z", false],
  ])("%s", (_, time, at, fits) => {
    expect(isFitting({ time }, {}, new Date(at))).toBe(fits);
  });

  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hours, minutes]) => `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`);
  const aTime = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });

  test("every moment is either within a time or within the rest of the day", () => {
    const zones = fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe");
    fc.assert(
      fc.property(clock, clock, aTime, zones, (from, to, at, zone) => {
        fc.pre(from !== to);
        const isIn = isFitting({ time: { from, to, zone } }, {}, at);
        expect(isFitting({ time: { from: to, to: from, zone } }, {}, at)).toBe(!isIn);
      }),
    );
  });
});
