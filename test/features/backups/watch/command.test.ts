import { expect, test } from "vitest";
import { watchWords } from "../../../../src/features/backups/watch/command.ts";
import { ageOutOfRange, badAge } from "../../../../src/features/backups/texts.ts";
import * as texts from "../../../../src/features/backups/watch/texts.ts";
import { hourMs } from "../../../../src/lib/duration.ts";

const channelId = "C0DATABASES";
const channel = `<#${channelId}|databases>`;

test.each([
  ["", { subcommand: "list" }],
  ["LIST", { subcommand: "list" }],
  ["stop 2", { subcommand: "stop", which: "2" }],
  [`stop orders prod ${channel}`, { subcommand: "stop", which: "orders prod", channelId }],
  ["stop", { subcommand: "stop", which: "" }],
  ["orders prod", { subcommand: "set", service: "orders prod", maxAgeMs: 26 * hourMs, isDefault: true }],
  [
    `orders prod ${channel} max-age 2d`,
    { subcommand: "set", service: "orders prod", channelId, maxAgeMs: 48 * hourMs, isDefault: false },
  ],
  [
    `max-age: 90 min orders prod in ${channel}`,
    { subcommand: "set", service: "orders prod", channelId, maxAgeMs: 1.5 * hourMs, isDefault: false },
  ],
  ["orders max-age=26 h", { subcommand: "set", service: "orders", maxAgeMs: 26 * hourMs, isDefault: false }],
  [
    `orders prod ${channel} 2 days`,
    { subcommand: "set", service: "orders prod", channelId, maxAgeMs: 48 * hourMs, isDefault: false },
  ],
  ["orders 26h", { subcommand: "set", service: "orders", maxAgeMs: 26 * hourMs, isDefault: false }],
  ["orders 2", { subcommand: "set", service: "orders 2", maxAgeMs: 26 * hourMs, isDefault: true }],
  ["list orders", { subcommand: "set", service: "list orders", maxAgeMs: 26 * hourMs, isDefault: true }],
])("watch %j is read", (words, read) => {
  expect(watchWords(words)).toEqual(read);
});

test.each([
  [channel, texts.chooseService],
  ["max-age 26h", texts.chooseService],
  ["orders max-age", badAge("")],
  ["orders max-age soon", badAge("soon")],
  ["orders max-age 20min", ageOutOfRange],
  ["orders #databases", "I can't tell which channel “#databases” is."],
])("watch %j is refused with its problem", (words, problem) => {
  expect(() => watchWords(words)).toThrow(problem);
});
