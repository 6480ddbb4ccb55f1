import { expect, test } from "vitest";
import { findZone } from "../../src/lib/zone-names.ts";

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/berlin", "Europe/Berlin"],
  ["Berlin", "Europe/Berlin"],
  ["new york", "America/New_York"],
  ["america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["asia/kolkata", "Asia/Kolkata"],
  ["kyiv", "Europe/Kyiv"],
  ["utc", "UTC"],
  ["GMT", "UTC"],
  ["Z", "UTC"],
  ["+5:30", "+05:30"],
  ["UTC-3", "-03:00"],
  ["US/Pacific", "US/Pacific"],
])("%s is the time zone %s", (words, zone) => {
  expect(findZone(words)).toEqual({ zone });
});

test.each([
  ["Europe/Berlni", "Europe/Berlin"],
  ["Berln", "Europe/Berlin"],
  ["PST", "America/Los_Angeles"],
  ["cest", "Europe/Berlin"],
  ["BST", "Europe/London"],
  ["IST", "Asia/Kolkata"],
  ["QQT", undefined],
  ["UTC+99", undefined],
  ["every other Tuesday", undefined],
  ["constructor", undefined],
  ["", undefined],
])("“%s” is not a time zone, and the nearest is %s", (words, nearestName) => {
  expect(findZone(words)).toEqual({ nearestName });
});
