import { lineOfButton } from "../../../support/pressed.ts";
import { describe, expect, it } from "vitest";
import type { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { type OverviewFacts, overviewReply } from "../../../../src/features/backups/list/overview.ts";
import { noServices } from "../../../../src/features/backups/texts.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import type { KnownService } from "../../../../src/features/connections/known-services.ts";
import { backup, failed, now } from "../wire.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";

function known(name: string): KnownService {
  return {
    name,
    serviceId: `id of ${name}`,
    connection: "default",
    addedBy: "U1",
    addedAt: now.toISOString(),
  };
}

function overview(...all: OverviewFacts[]) {
  const reply = overviewReply(all, now);
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

const of = (name: string, ...backups: Backup[]) => ({ service: known(name), backups });
const fine = [3, 27, 51, 75].map((hours) => backup(hours));

function longName(index: number): string {
  return `${"a long name of a service ".repeat(2)}${String(index).padStart(3, "0")}`;
}

describe("the overview of all services' backups", () => {
  it("starts with broken services, the oldest backup first, then warnings, fine and unreadable ones", () => {
    const unreadable = {
      service: known("aside"),
      error: new AppError("forbidden", "The key may not do this."),
    };
    const shrunken = [backup(3, { sizeInBytes: 1 }), ...fine.slice(1)];
    const { text } = overview(
      unreadable,
      of("billing", ...fine),
      of("archive", ...fine),
      of("shop", ...shrunken),
      of("failing", backup(1, failed), ...fine),
      of("old", ...[40, 64, 88, 112].map((hours) => backup(hours))),
      of("empty"),
    );
    expect(text.split("\n")).toEqual([
      "*Backups of 7 services:* 3 need attention, 1 warning, 1 unknown, 2 OK.",
      ":red_circle: *No good backup* · *empty*",
      "No backups yet.",
      ":red_circle: *Overdue* · *old*",
      "Last good backup 40 hours ago. The last backup started 40 hours ago. Usually one starts every 24 hours.",
      ":red_circle: *Failed* · *failing*",
      "Last good backup 3 hours ago. The last backup failed 1 hour ago.",
      ":warning: *Warning* · *shop*",
      "Last good backup 3 hours ago. The newest full backup has 1 byte, less than half the usual 45 GiB.",
      ":grey_question: *Unknown* · *aside*",
      "The key may not do this.",
      ":white_check_mark: *OK* · *archive*",
      "Last good backup 3 hours ago.",
      ":white_check_mark: *OK* · *billing*",
      "Last good backup 3 hours ago.",
    ]);
  });

  it("does not count a service as broken before its first backup is due", () => {
    const firstDueAt = new Date(now.getTime() + 60_000);
    const { text } = overview(
      { service: known("new"), backups: [], firstDueAt },
      { service: known("failed"), backups: [backup(1, failed)], firstDueAt },
      { service: known("running"), backups: [backup(0.1, { status: "in_progress" })], firstDueAt },
      { service: known("late"), backups: [], firstDueAt: new Date(now.getTime() - 60_000) },
      { ...of("billing", ...fine), firstDueAt },
    );
    const lines = text.replaceAll(/<!date[^|]*\|([^>]*)>/g, "$1").split("\n");
    expect(lines).toEqual([
      "*Backups of 5 services:* 2 need attention, 2 first backups due, 1 OK.",
      ":red_circle: *Failed* · *failed*",
      "No good backup: the only one failed.",
      ":red_circle: *No good backup* · *late*",
      "No good backup yet. The first was due 2026-11-20 09:59 UTC.",
      ":hourglass_flowing_sand: *First backup due* · *new*",
      "Expected by 2026-11-20 10:01 UTC.",
      ":hourglass_flowing_sand: *First backup due* · *running*",
      "The first backup is running.",
      ":white_check_mark: *OK* · *billing*",
      "Last good backup 3 hours ago.",
    ]);
  });

  it("has a button for each service's table", () => {
    const { blocks } = overview(of("billing", ...fine), of("empty"));
    const commands = blocks.flatMap((block) =>
      block.type === "section" && block.accessory?.type === "button"
        ? [lineOfButton(block.accessory.value)]
        : [],
    );
    expect(commands).toEqual(['backups "id of empty"', 'backups "id of billing"']);
  });

  it("says so if no service is known, and is short if all are fine", () => {
    expect(overview().text).toBe(noServices);
    expect(overview(of("billing", ...fine)).text).toContain("*Backups of 1 service:* 1 OK.");
  });

  it("fits two hundred services into one message, and counts the omitted ones", () => {
    const all = Array.from({ length: 200 }, (_, index) => of(longName(index), backup(1, failed), ...fine));
    const { text, blocks } = overview(...all);
    expect(renderedText(blocks)).not.toContain("did not fit");
    expect(renderedText(blocks)).toMatch(/And \d+ more services\./);
    expect(text).toMatch(/And \d+ more services\.$/);
    expect(text.length).toBeLessThanOrEqual(4_000);
  });
});

it.each(hostileNames)("a service called %j is shown as plain text", (name) => {
  const error = new AppError("upstream", name);
  const { text, blocks } = overview(of(name, backup(1, { ...failed, type: name })), {
    service: known(name),
    error,
  });
  expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel|date)|<a |slack_code(?!_inline)/);
  expect(text).not.toMatch(/[<>]|```/);
});
