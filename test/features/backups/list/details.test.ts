import { lineOfButton } from "../../../support/pressed.ts";
import { expect, it } from "vitest";
import { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { backupDetails, findBackup } from "../../../../src/features/backups/list/details.ts";
import { noSuchBackup } from "../../../../src/features/backups/texts.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";

const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const backupId = "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f";
const now = new Date("2026-11-20T10:00:00Z");

function details(wire: Record<string, unknown>, name = "orders prod") {
  const reply = backupDetails({ serviceId, name }, Backup.parse({ id: backupId, ...wire }), now);
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

const whole = {
  startedAt: "2026-11-20T02:00:03.250Z",
  finishedAt: "2026-11-20T02:07:41Z",
  sizeInBytes: 48_318_382_081,
  durationInSeconds: 458,
  backupName: "daily",
  status: "done",
  type: "full",
  bucket: {
    bucketPath: "s3://backups/orders",
    iamRoleArn: "arn:aws:iam::1:role/backups",
    iamRoleSessionName: "orders",
    accessKey: "secret",
  },
};

it("shows every detail of a backup, with its status and id first, but no field of a bucket that may be a key", () => {
  expect(details(whole).text.split("\n")).toEqual([
    "*Done* · backup of *orders prod*",
    `*Id to copy:* \`${backupId}\``,
    "*Started:* <!date^1795140003^{date_short_pretty} {time}|2026-11-20 02:00 UTC>",
    "*Finished:* <!date^1795140461^{date_short_pretty} {time}|2026-11-20 02:07 UTC>",
    "*Kind:* Full",
    "*Took:* 7 min 38 s (458 seconds)",
    "*Size:* 45 GiB (48,318,382,081 bytes)",
    "*Name:* `daily`",
    "*Bucket path:* `s3://backups/orders`",
    "*Role:* `arn:aws:iam::1:role/backups`",
    "*Role session:* `orders`",
    `Restore it as a new service: \`/db backups restore orders prod ${backupId}\``,
  ]);
});

it("shows the bucket's path exactly, to copy", () => {
  const blocks = JSON.stringify(details(whole).blocks);
  expect(blocks).toContain('{"type":"text","text":"s3://backups/orders","style":{"code":true}}');
  expect(blocks).not.toContain("\u200b");
});

function commandsIn(wire: object): string[] {
  const buttons = details({ ...whole, ...wire }).blocks.at(-1);
  const elements = buttons?.type === "actions" ? buttons.elements : [];
  return elements.map((each) => lineOfButton("value" in each ? each.value : ""));
}

it("has a button for a new service if the backup is good, and one for the list", () => {
  const [restore, all] = [`backups restore "${serviceId}" ${backupId}`, `backups "${serviceId}"`];
  expect(commandsIn({})).toEqual([restore, all]);
  expect(commandsIn({ status: "error" })).toEqual([all]);
});

it("leaves out unknown details", () => {
  expect(details({ status: "in_progress" }).text.split("\n")).toEqual([
    "*Running* · backup of *orders prod*",
    `*Id to copy:* \`${backupId}\``,
  ]);
});

it("says how long a running backup has run", () => {
  const running = { status: "in_progress", startedAt: "2026-11-20T09:50:00Z" };
  expect(details(running).text).toContain("*Running for:* 10 min");
});

it("computes the duration if the cloud does not give it", () => {
  expect(details({ ...whole, durationInSeconds: null }).text).toContain("*Took:* 7 min 37 s");
});

it("finds a backup by its id in any case, and fails as missing if it is gone", () => {
  const backup = Backup.parse({ id: backupId });
  expect(findBackup({ backups: [backup] }, backupId.toUpperCase(), "orders prod")).toBe(backup);
  const missing = noSuchBackup("orders prod", backupId);
  expect(() => findBackup({ backups: [] }, backupId, "orders prod")).toThrow(
    new AppError("missing", missing),
  );
});

it.each(hostileNames)("shows %j as plain text", (name) => {
  const bucket = { bucketPath: name, iamRoleArn: name, iamRoleSessionName: name };
  const hostile = { startedAt: name, finishedAt: name, status: name, type: name, backupName: name, bucket };
  const { blocks } = details(hostile, name);
  expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel|date)|<a |slack_code(?!_inline)/);
  expect(renderedText(blocks)).toContain(backupId);
});

it("does not call a backup missing if an entry of the list is unreadable and has no id", () => {
  const unknown = expect.objectContaining({ kind: "upstream" });
  expect(() => findBackup({ backups: [], unreadable: ["null"] }, backupId, "orders prod")).toThrow(unknown);
  expect(() => findBackup({ backups: [], unreadable: ['{"id":"b9"}'] }, backupId, "orders prod")).toThrow(
    expect.objectContaining({ kind: "missing" }),
  );
});
