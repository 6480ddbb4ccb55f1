import { expect, test } from "vitest";
import { watchWords } from "../../../../src/features/backups/watch/command.ts";
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
  [channel, "Say which service to watch, such as `/db backups watch orders prod #databases max-age 26h`."],
  ["max-age 26h", "Say which service to watch"],
  ["orders max-age", "I cannot read the age “”."],
  ["orders max-age soon", "I cannot read the age “soon”."],
  ["orders max-age 20min", "A backup may be from 1 hour to 90 days old"],
  ["orders #databases", "I cannot tell which channel “#databases” is."],
])("watch %j is refused with its problem", (words, problem) => {
  expect(() => watchWords(words)).toThrow(problem);
});
