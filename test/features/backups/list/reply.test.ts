import { describe, expect, it } from "vitest";
import { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { backupsReply } from "../../../../src/features/backups/list/reply.ts";
import { validateMessage } from "../../../../src/sandbox/slack/validate/index.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";

const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const now = new Date("2026-11-04T10:00:00Z");

function answer(backups: readonly Record<string, unknown>[], serviceName = "orders prod") {
  const parsed = backups.map((wire, index) => Backup.parse({ id: `b${index}`, ...wire }));
  const reply = backupsReply({ service: { serviceId, name: serviceName }, backups: parsed, now });
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

const done = {
  startedAt: "2026-11-03T02:00:03Z",
  finishedAt: "2026-11-03T02:07:41Z",
  sizeInBytes: 48_318_382_080,
  durationInSeconds: 458,
  backupName: "daily",
  status: "done",
  type: "full",
};
const running = { startedAt: "2026-11-04T09:50:00Z", status: "in_progress", type: "incremental" };

describe("the list of a service's backups", () => {
  it("has everything in its text, newest first, with the judgement and the ids", () => {
    expect(answer([done, running]).text).toBe(
      [
        "2 backups of *orders prod*, newest first.",
        "Last good backup 32 hours ago.",
        "# | Started | Took | Size | Kind | Status | Name | Id",
        "1 | 2026-11-04 09:50 UTC | – | – | Incremental | Running for 10 min | – | b1",
        "2 | 2026-11-03 02:00 UTC | 7 min 38 s | 45 GiB | Full | Done | daily | b0",
        "All about one: `/db backups details orders prod &lt;backup id&gt;`. A new service from one: `/db backups restore orders prod &lt;backup id&gt;`.",
      ].join("\n"),
    );
  });

  it("shows times in each reader's own time zone", () => {
    const { blocks } = answer([done]);
    expect(blocks.map(({ type }) => type)).toEqual(["section", "table", "context", "actions"]);
    expect(JSON.stringify(blocks[1])).toContain('"type":"date","timestamp":1793671203');
    expect(renderedText(blocks)).toContain("7 min 38 s45 GiBFullDonedaily");
  });

  it.each([
    [{ ...done, status: "error" }, "Failed", "No good backup: the only one failed."],
    [{ ...done, status: undefined }, "Done", "Last good backup 32 hours ago."],
    [{ startedAt: done.startedAt }, "Not finished", "No good backup."],
    [{ ...done, status: "archiving" }, "archiving", "No good backup."],
    [{ ...running, startedAt: "2026-11-04T10:05:00Z" }, "Running", "No good backup yet; one is running."],
    [{ status: "in_progress" }, "Running", "No good backup yet; one is running."],
  ])("shows the status in words: %j", (backup, status, judgement) => {
    const [, judged, , row] = answer([backup]).text.split("\n");
    expect(row?.split(" | ")[5]).toBe(status);
    expect(judged).toBe(judgement);
  });

  it("computes the duration if the cloud does not give it", () => {
    expect(answer([{ ...done, durationInSeconds: null }]).text).toContain("| 7 min 38 s | 45 GiB |");
  });

  it("shows missing and invalid values as dashes or unchanged, and sorts them last", () => {
    const broken = { startedAt: "soon", finishedAt: "later", sizeInBytes: -1, durationInSeconds: -5 };
    expect(answer([broken, {}, done]).text.split("\n").slice(3, 6)).toEqual([
      "1 | 2026-11-03 02:00 UTC | 7 min 38 s | 45 GiB | Full | Done | daily | b2",
      "2 | soon | – | – | – | Done | – | b0",
      "3 | – | – | – | – | Not finished | – | b1",
    ]);
  });

  it("has a column for the bucket if any backup has one, with a short path without secrets", () => {
    const bucketPath = `s3://key:secret@backups-eu-west-1/${serviceId}/5c1d7e2a-31b4-4c8e?sig=secret`;
    const { text, blocks } = answer([{ ...done, bucket: { bucketPath } }, running]);
    expect(text).toContain("| daily | s3:\u200b//backups-eu-west-1/…/5c1d7e2a… | b0");
    expect(text).toContain("| Running for 10 min | – | – | b1");
    expect(renderedText(blocks)).not.toContain("secret");
  });

  it("says what to expect if there are none", () => {
    expect(answer([]).text).toBe(
      "No backups yet for *orders prod*. The first usually appears within a day of the service's creation; `/db backups orders prod` shows it then.",
    );
  });

  it.each(hostileNames)("shows a service, status, kind, name or bucket of %j as plain text", (name) => {
    const hostile = {
      startedAt: name,
      status: name,
      type: name,
      backupName: name,
      bucket: { bucketPath: name },
    };
    for (const { text, blocks } of [answer([hostile], name), answer([], name)]) {
      expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel|date)|<a |slack_code(?!_inline)/);
      expect(text).not.toMatch(/[<>]|```/);
    }
  });
});

it("counts unreadable backups, and does not call a list with them empty", () => {
  const service = { serviceId, name: "orders prod" };
  const unreadable = ["null", '{"status":"done"}'];
  const told = "I couldn't read 2 backups: the server sent them in a form I don't know.";
  const some = backupsReply({ service, backups: [Backup.parse({ id: "b1", ...done })], unreadable, now });
  expect(some.text).toContain(
    `1 backup of *orders prod*, newest first.\nLast good backup 32 hours ago.\n${told}`,
  );
  expect(backupsReply({ service, backups: [], unreadable, now }).text).toBe(told);
});
