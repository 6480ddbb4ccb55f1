import { expect, test } from "vitest";
import { changesNoise, readNoiseWords } from "../../../../src/features/alerts/noise/read-words.ts";

test.each([
  ["", { what: "show", hook: "", weeks: 0 }],
  ["checkout", { what: "show", hook: "checkout", weeks: 0 }],
  ["last week", { what: "show", hook: "", weeks: -1 }],
  ["night watch last week", { what: "show", hook: "night watch", weeks: -1 }],
  ["checkout of last week", { what: "show", hook: "checkout", weeks: -1 }],
  ["<#C1|alerts>", { what: "show", hook: "<#C1|alerts>", weeks: 0 }],
  ["weekly", { what: "weekly", hook: "" }],
  ["weekly <#C1|alerts>", { what: "weekly", hook: "", channelId: "C1" }],
  ["every monday in <#C1>", { what: "weekly", hook: "", channelId: "C1" }],
  [
    "checkout weekly <#C1> Berlin",
    { what: "weekly", hook: "checkout", channelId: "C1", timeZone: "Europe/Berlin" },
  ],
  ["off", { what: "off", hook: "" }],
  ["checkout off in <#C1|alerts>", { what: "off", hook: "checkout", channelId: "C1" }],
  ["stop", { what: "off", hook: "" }],
])("%j is read", (words, expected) => {
  expect(readNoiseWords(words)).toEqual(expected);
  expect(changesNoise(words)).toBe(expected.what === "show" ? undefined : expected.what);
});

test.each([
  ["weekly Berlinn", "isn't a time zone I know"],
  ["off at once", "I can't read “at once”"],
  ["weekly <#C1> <#C2>", "one channel only"],
  ["weekly #nowhere", "#nowhere"],
])("%j is refused in words", (words, reason) => {
  expect(() => readNoiseWords(words)).toThrow(reason);
});
