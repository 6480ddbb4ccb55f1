import { describe, expect, it } from "vitest";
import { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { backupsReply } from "../../../../src/features/backups/list/reply.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
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

/** The answer about a service without backups. */
function due(firstDueAt: string): string {
  const service = { serviceId, name: "orders prod" };
  return backupsReply({ service, backups: [], firstDueAt: new Date(firstDueAt), now }).text;
}

describe("the list of a service's backups", () => {
  it("has everything in its text, newest first, with the judgement and the ids", () => {
    expect(answer([done, running]).text).toBe(
      [
        ":white_check_mark: *OK* · *orders prod* · 2 backups, newest first",
        "Last good backup 32 hours ago.",
        "Status | Started | Kind, size | Id",
        "Running | 2026-11-04 09:50 UTC | Incremental | b1",
        "Done | 2026-11-03 02:00 UTC | Full, 45 GiB | b0",
        "Details: `/db backups details orders prod &lt;backup id&gt;`. Restore: `/db backups restore orders prod &lt;backup id&gt;`.",
      ].join("\n"),
    );
  });

  it("shows times in each reader's own time zone", () => {
    const { blocks } = answer([done]);
    expect(blocks.map(({ type }) => type)).toEqual(["section", "table", "context", "actions"]);
    expect(JSON.stringify(blocks[1])).toContain('"type":"date","timestamp":1793671203');
    expect(renderedText(blocks)).toContain("Full, 45 GiB");
  });

  it.each([
    [{ ...done, status: "error" }, "Failed", "No good backup: the only one failed."],
    [{ ...done, status: undefined }, "Done", "Last good backup 32 hours ago."],
    [{ startedAt: done.startedAt }, "Unfinished", "No good backup."],
    [{ ...done, status: "archiving" }, "archiving", "No good backup."],
    [{ ...running, startedAt: "2026-11-04T10:05:00Z" }, "Running", "No good backup yet. One is running."],
    [{ status: "in_progress" }, "Running", "No good backup yet. One is running."],
  ])("shows the status in words: %j", (backup, status, judgement) => {
    const [, judged, , row] = answer([backup]).text.split("\n");
    expect(row?.split(" | ")[0]).toBe(status);
    expect(judged).toBe(judgement);
  });

  it("shows missing and invalid values as dashes or unchanged, and sorts them last", () => {
    const broken = { startedAt: "soon", finishedAt: "later", sizeInBytes: -1, durationInSeconds: -5 };
    expect(answer([broken, {}, done]).text.split("\n").slice(3, 6)).toEqual([
      "Done | 2026-11-03 02:00 UTC | Full, 45 GiB | b2",
      "Done | soon | – | b0",
      "Unfinished | – | – | b1",
    ]);
  });

  it("says when the first one is due, and after that that it is late", () => {
    expect(due("2026-11-04T12:00:00Z")).toBe(
      ":hourglass_flowing_sand: *First backup due* · *orders prod*\nExpected by <!date^1793793600^{date_short_pretty} {time}|2026-11-04 12:00 UTC>.",
    );
    expect(due("2026-11-04T09:00:00Z")).toContain(":red_circle: *No good backup* · *orders prod*");
    expect(due("2026-11-04T09:00:00Z")).toContain("The first was due <!date^");
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
  const told = "I couldn't read 2 backups: the server sent them in a format I don't know.";
  const some = backupsReply({ service, backups: [Backup.parse({ id: "b1", ...done })], unreadable, now });
  expect(some.text).toContain(`Last good backup 32 hours ago.\n${told}`);
  const none = backupsReply({ service, backups: [], unreadable, firstDueAt: now, now });
  expect(none.text).toBe(`:grey_question: *Unknown* · *orders prod*\n${told}`);
});
