import { chooses, lineOfButton } from "../../../support/pressed.ts";
import { describe, expect, it } from "vitest";
import { allFit } from "../../../../src/platform/blocks/fit.ts";
import { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { backupsReply } from "../../../../src/features/backups/list/reply.ts";
import { labels } from "../../../../src/features/backups/texts.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";

const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const now = new Date("2026-11-20T10:00:00Z");

function idOf(index: number): string {
  return `5c1d7e2a-31b4-4c8e-8a55-${String(index).padStart(12, "0")}`;
}

/** Completed backups, an hour apart, the newest first. */
function hourly(count: number, facts: Record<string, unknown> = {}) {
  return Array.from({ length: count }, (_, index) => ({
    finishedAt: "2026-11-20T02:07:41Z",
    sizeInBytes: 33_285_996_544,
    status: "done",
    type: "full",
    id: idOf(index),
    startedAt: new Date(Date.UTC(2026, 10, 20, 2 - index)).toISOString(),
    ...facts,
  }));
}

function answer(wire: readonly Record<string, unknown>[], page = 1, name = "orders prod", zone?: string) {
  const backups = wire.map((backup) => Backup.parse(backup));
  const reply = backupsReply({ service: { serviceId, name }, backups, page, zone, now });
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

type Reply = ReturnType<typeof answer>;

function elementsOf({ blocks }: Reply) {
  return blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
}

/** The labels of the buttons, each with its command. */
function turns(reply: Reply): string[] {
  return elementsOf(reply).flatMap((each) =>
    each.type === "button"
      ? [`${each.text.text}: ${lineOfButton(each.value)} (${each.action_id?.split(":")[0]})`]
      : [],
  );
}

/** The options of the select with this placeholder. */
function options(reply: Reply, placeholder: string): string[] {
  const found = elementsOf(reply).find(
    (each) => each.type === "static_select" && each.placeholder?.text === placeholder,
  );
  return found?.type === "static_select" ? (found.options ?? []).map(({ text }) => text.text) : [];
}

const { details, restore } = labels;

describe("a long list of backups", () => {
  it("has buttons for the pages before and after, with the service's id", () => {
    const all = hourly(65);
    expect(turns(answer(all))).toEqual([`Older: backups "${serviceId}" page 2 (page)`]);
    expect(turns(answer(all, 2))).toEqual([
      `Newer: backups "${serviceId}" page 1 (page)`,
      `Older: backups "${serviceId}" page 3 (page)`,
    ]);
    expect(turns(answer(all, 7))).toEqual([`Newer: backups "${serviceId}" page 6 (page)`]);
    expect(turns(answer(hourly(10)))).toEqual([]);
  });

  it("shows its page number in its blocks and in its text, with the command for the next page", () => {
    const { text, blocks } = answer(hourly(65), 2);
    const where = "Page 2 of 7, 65 backups.";
    expect(renderedText(blocks)).toContain(where);
    expect(text).toContain(`${where}\nOlder: \`/db backups orders prod page 3\`.`);
    expect(text).toContain(`\nDone | 2026-11-19 16:00 UTC | Full, 31 GiB | ${idOf(10)}\n`);
  });

  it.each([0, 8, 999_999])("shows the nearest existing page for page %i", (page) => {
    expect(answer(hourly(65), page).text).toContain(page === 0 ? "Page 1 of 7" : "Page 7 of 7, 65 backups.");
  });

  it("fits into its text and blocks even if all names are long", () => {
    const bucketPath = `s3://backups-${"x".repeat(60)}/${"y".repeat(200)}`;
    const reply = answer(hourly(300, { backupName: "d".repeat(400), bucket: { bucketPath } }));
    expect(allFit(reply.blocks)).toBe(true);
    expect(renderedText(reply.blocks)).not.toContain("did not fit");
    expect(options(reply, restore)).toHaveLength(10);
    expect(reply.text.length).toBeLessThan(4_000);
    expect(reply.text).toContain("Page 1 of 30");
  });
});

describe("each backup of a page", () => {
  it("can be chosen for its details and for a new service", () => {
    const reply = answer(hourly(11), 2);
    expect(options(reply, details)).toEqual(["Done · 2026-11-19 16:00 · Full · 31 GiB"]);
    expect(options(reply, restore)).toEqual(options(reply, details));
    expect(elementsOf(reply)).toContainEqual(
      expect.objectContaining({ action_id: chooses("backups_restore", { service: serviceId }, "backup") }),
    );
  });

  it("is offered for a new service only if it is done and its id can be sent", () => {
    const [first] = hourly(1);
    const unfit = [
      { ...first, id: idOf(1), status: "error", sizeInBytes: undefined },
      { ...first, id: idOf(2), status: "in_progress" },
      { ...first, id: idOf(3), status: undefined, finishedAt: undefined },
      { ...first, id: "backup-4" },
    ];
    expect(options(answer([...unfit, ...hourly(1)]), restore)).toHaveLength(1);
    expect(options(answer(unfit), restore)).toEqual([]);
    expect(options(answer(unfit), details)).toHaveLength(4);
    expect(options(answer(unfit), details)[0]).toBe("Failed · 2026-11-20 02:00 · Full");
  });

  it("has its time in the reader's own time zone, and the note names it", () => {
    const { blocks, ...reply } = answer(hourly(1), 1, "orders prod", "Europe/Berlin");
    expect(options({ blocks, ...reply }, details)).toEqual(["Done · 2026-11-20 03:00 · Full · 31 GiB"]);
    expect(renderedText(blocks)).toContain("Times are in your time zone, Europe/Berlin.");
    expect(renderedText(answer(hourly(1)).blocks)).toContain("Menus show UTC.");
  });

  it("without a time is listed by its id", () => {
    const bare = hourly(2, {
      startedAt: undefined,
      type: undefined,
      sizeInBytes: undefined,
      finishedAt: undefined,
    });
    expect(options(answer(bare), restore)).toEqual([
      "Done · 5c1d7e2a-31b4-4c8e-…",
      "Done · 5c1d7e2a-31b4-4c8e-…",
    ]);
  });
});

describe.each(hostileNames)("with a service and kind called %j", (text) => {
  it("all text is plain", () => {
    const { blocks, text: said } = answer(hourly(17, { type: text, backupName: text }), 1, text);
    expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel)|<a |slack_code(?!_inline)/);
    expect(said).not.toMatch(/[<>]|```/);
  });
});
