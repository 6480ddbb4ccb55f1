import { describe, expect, it } from "vitest";
import type { BackupsOf } from "../../../../src/features/backups/list/read-each.ts";
import type { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { overviewReply } from "../../../../src/features/backups/list/overview.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { validateMessage } from "../../../../src/sandbox/slack/validate/index.ts";
import type { KnownService } from "../../../../src/features/connections/known-services.ts";
import { backup, failed, now } from "../wire.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";
import { dayMs } from "../../../../src/lib/duration.ts";

function known(name: string, addedAgoMs = dayMs): KnownService {
  return {
    name,
    serviceId: `id of ${name}`,
    connection: "default",
    addedBy: "U1",
    addedAt: new Date(now.getTime() - addedAgoMs).toISOString(),
  };
}

function overview(...all: BackupsOf<KnownService>[]) {
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
      "*Backups of 7 services*, worst first. 3 need somebody, 1 with a warning, 2 fine, 1 cannot be read.",
      "• *empty*: No backups yet.",
      "• *old*: Last good backup 40 hours ago. :warning: *Warning:* overdue: one usually begins every 24 hours, and the last began 40 hours ago.",
      "• *failing*: Last good backup 3 hours ago. :warning: *Warning:* the last one failed, 1 hour ago.",
      "• *shop*: Last good backup 3 hours ago. :warning: *Warning:* the newest full one has 1 byte, less than half of the usual 45 GiB.",
      "• *archive*: Last good backup 3 hours ago.",
      "• *billing*: Last good backup 3 hours ago.",
      "• *aside*: cannot be read. The key may not do this.",
    ]);
  });

  it("does not count a service without backups as broken on its first day", () => {
    const { text } = overview(
      { service: known("new", 10_000), backups: [] },
      { service: known("newer", 3 * 60 * 60_000), backups: [backup(1, failed)] },
      { service: known("almost a day", dayMs - 1), backups: [] },
      of("billing", ...fine),
    );
    expect(text.split("\n")).toEqual([
      "*Backups of 4 services*, worst first. 1 needs somebody, 1 fine, 2 too new to have one.",
      "• *newer*: No good backup: the only one failed.",
      "• *billing*: Last good backup 3 hours ago.",
      "• *almost a day*: No backups yet. It was added here 24 hours ago.",
      "• *new*: No backups yet. It was added here less than a minute ago.",
    ]);
  });

  it("has a button for each service's table", () => {
    const { blocks } = overview(of("billing", ...fine), of("empty"));
    const commands = blocks.flatMap((block) =>
      block.type === "section" && block.accessory?.type === "button" ? [block.accessory.value] : [],
    );
    expect(commands).toEqual(["backups id of empty", "backups id of billing"]);
  });

  it("says so if no service is known, and is short if all are fine", () => {
    expect(overview().text).toContain("No services are known here yet.");
    expect(overview(of("billing", ...fine)).text).toContain(
      "*Backups of 1 service*, worst first. All are fine.",
    );
  });

  it("fits two hundred services into one message, and counts the omitted ones", () => {
    const all = Array.from({ length: 200 }, (_, index) => of(longName(index), backup(1, failed), ...fine));
    const { text, blocks } = overview(...all);
    expect(renderedText(blocks)).not.toContain("did not fit");
    expect(renderedText(blocks)).toMatch(/And \d+ more services, not shown here/);
    expect(text).toMatch(/And \d+ more services, not shown here\.$/);
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
