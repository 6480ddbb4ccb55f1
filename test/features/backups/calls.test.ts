import { expect, test } from "vitest";
import { backups } from "../../../src/features/backups/command.ts";
import {
  ageOutOfRange,
  badAge,
  badBackupId,
  needsBackupId,
  whichService,
} from "../../../src/features/backups/texts.ts";
import { channelsAsTyped } from "../../../src/platform/commands/channel-in.ts";
import { chooseService } from "../../../src/features/backups/watch/texts.ts";

const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const backup = "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f";
const channelId = "C0DATABASES";
const channel = `<#${channelId}|databases>`;

function read(words: string) {
  const reading = backups.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["", "backups_overview", {}],
  ["  orders   prod ", "backups_list", { service: "orders prod" }],
  ["orders prod page 12", "backups_list", { service: "orders prod", page: 12 }],
  ["page 2 PAGE 3", "backups_list", { service: "page 2", page: 3 }],
  ["orders page two", "backups_list", { service: "orders page two" }],
  ["orders page 12345678", "backups_list", { service: "orders page 12345678" }],
  ["restore orders prod", "backups_restorable", { service: "orders prod" }],
  [`restore orders prod ${backup.toUpperCase()}`, "backups_restore", { service: "orders prod", backup }],
  [`details orders prod ${backup}`, "backups_show", { service: "orders prod", backup }],
  [`details ${serviceId} nightly:7`, "backups_show", { service: serviceId, backup: "nightly:7" }],
  ["watch", "backup_watches_list", {}],
  ["watch LIST", "backup_watches_list", {}],
  ["watch stop 2", "backup_watches_stop", { number: 2 }],
  [
    `watch stop orders prod ${channel}`,
    "backup_watches_stop",
    { service: "orders prod", channel: channelId },
  ],
  ["watch stop", "backup_watches_stop", {}],
  ["watch orders prod", "backup_watches_set", { service: "orders prod" }],
  [
    `watch orders prod ${channel} max-age 2d`,
    "backup_watches_set",
    { service: "orders prod", channel: channelId, maxAgeHours: 48 },
  ],
  [
    `watch max-age: 90 min orders prod in ${channel}`,
    "backup_watches_set",
    { service: "orders prod", channel: channelId, maxAgeHours: 1.5 },
  ],
  ["watch orders max-age=26 h", "backup_watches_set", { service: "orders", maxAgeHours: 26 }],
  [
    `watch orders prod ${channel} 2 days`,
    "backup_watches_set",
    { service: "orders prod", channel: channelId, maxAgeHours: 48 },
  ],
  ["watch orders 26h", "backup_watches_set", { service: "orders", maxAgeHours: 26 }],
  ["watch orders 2", "backup_watches_set", { service: "orders 2" }],
  ["watch list orders", "backup_watches_set", { service: "list orders" }],
])("%j is read", (words, name, args) => {
  const reading = read(words);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

test.each([
  ["restore", needsBackupId("restore")],
  [`restore ${backup}`, whichService],
  ["details", needsBackupId("details")],
  ["details orders nightly:7", needsBackupId("details")],
  ["restore orders 5c1d7e2a-x", badBackupId],
  [`watch ${channel}`, chooseService],
  ["watch max-age 26h", chooseService],
  ["watch orders max-age", badAge("")],
  ["watch orders max-age soon", badAge("soon")],
  ["watch orders max-age 20min", ageOutOfRange],
  ["watch orders #databases", "I can't tell which channel “#databases” is."],
])("%j is refused, unless a service has this name", async (words, problem) => {
  const reading = read(words);
  const service = channelsAsTyped(words);
  expect(reading.orNamed).toMatchObject({ kind: "service", name: service, meant: { args: { service } } });
  await expect(Promise.resolve().then(() => Reflect.apply(reading.run, undefined, []))).rejects.toThrow(
    problem,
  );
});
