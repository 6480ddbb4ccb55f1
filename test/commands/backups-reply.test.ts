import { describe, expect, it } from "vitest";
import { Backup } from "../../src/cloud/backup.ts";
import { backupsReply } from "../../src/commands/backups-reply.ts";
import { validateMessage } from "../../src/sandbox/slack/validate/index.ts";
import { hostileNames } from "../blocks/hostile.ts";
import { rendered, renderedText } from "../blocks/rendered.ts";

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

describe("the answer to what backups there are", () => {
  it("says all of it in its text, newest first", () => {
    expect(answer([done, running]).text).toBe(
      [
        "2 backups of *orders prod*, newest first. The newest one is still running. The last one that is done began <!date^1793671203^{date_short_pretty} {time}|2026-11-03 02:00 UTC>, 1 day ago.",
        "Started | Status | Took | Size | Kind | Name",
        "2026-11-04 09:50 UTC | Running for 10 min | – | – | Incremental | –",
        "2026-11-03 02:00 UTC | Done | 7 min 38 s | 45 GiB | Full | daily",
      ].join("\n"),
    );
  });

  it("shows times in each reader's own zone", () => {
    const { blocks } = answer([done]);
    expect(blocks.map(({ type }) => type)).toEqual(["section", "table", "context"]);
    expect(JSON.stringify(blocks[1])).toContain('"type":"date","timestamp":1793671203');
    expect(renderedText(blocks)).toContain("Done7 min 38 s45 GiBFulldaily");
  });

  it.each([
    [{ ...done, status: "error" }, "Failed", "The newest one failed. None of them is done."],
    [{ ...done, status: undefined }, "Done", "The last one that is done began"],
    [{ startedAt: done.startedAt }, "Not finished", "None of them is done."],
    [{ ...done, status: "archiving" }, "archiving", "None of them is done."],
    [{ ...running, startedAt: "2026-11-04T10:05:00Z" }, "Running", "The newest one is still running."],
    [{ status: "in_progress" }, "Running", "The newest one is still running."],
  ])("shows the status in words: %j", (backup, status, headline) => {
    const { text } = answer([backup]);
    expect(text.split("\n")[2]?.split(" | ")[1]).toBe(status);
    expect(text.split("\n")[0]).toContain(headline);
  });

  it("works out how long it took where the cloud does not say", () => {
    expect(answer([{ ...done, durationInSeconds: null }]).text).toContain("| Done | 7 min 38 s |");
  });

  it("shows absent, broken and impossible facts as dashes or as they are, and puts them last", () => {
    const broken = { startedAt: "soon", finishedAt: "later", sizeInBytes: -1, durationInSeconds: -5 };
    expect(answer([broken, {}, done]).text.split("\n").slice(2)).toEqual([
      "2026-11-03 02:00 UTC | Done | 7 min 38 s | 45 GiB | Full | daily",
      "soon | Done | – | – | – | –",
      "– | Not finished | – | – | – | –",
    ]);
  });

  it("shows the 20 newest of very many and counts the others", () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ ...done, backupName: `daily ${index}` }));
    const { text, blocks } = answer(many);
    const table = blocks.find((block) => block.type === "table");
    const shown = (table?.rows.length ?? 0) - 1;
    expect(shown).toBe(20);
    expect(renderedText(blocks)).toContain(`And ${300 - shown} more backups, not shown here.`);
    expect(text).toMatch(/^300 backups of .*and \d+ more$/s);
  });

  it("helps on where there are none", () => {
    expect(answer([]).text).toBe(
      "No backups yet for *orders prod*. The first usually appears within a day of the service's creation; `/db backups orders prod` shows it then.",
    );
  });

  it.each(hostileNames)("lets nothing come alive in a service, status, kind or name of %j", (name) => {
    const hostile = { startedAt: name, status: name, type: name, backupName: name };
    for (const { text, blocks } of [answer([hostile], name), answer([], name)]) {
      expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel|date)|<a |slack_code(?!_inline)/);
      expect(text).not.toMatch(/[<>]|```/);
    }
  });
});
