import { describe, expect, it } from "vitest";
import { allFit } from "../../src/blocks/fit.ts";
import { Backup } from "../../src/cloud/backup.ts";
import { backupsReply } from "../../src/commands/backups-reply.ts";
import { validateMessage } from "../../src/sandbox/slack/validate/index.ts";
import { hostileNames } from "../blocks/hostile.ts";
import { rendered, renderedText } from "../blocks/rendered.ts";

const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const now = new Date("2026-11-20T10:00:00Z");
const done = {
  finishedAt: "2026-11-20T02:07:41Z",
  sizeInBytes: 33_285_996_544,
  status: "done",
  type: "full",
};

function idOf(index: number): string {
  return `5c1d7e2a-31b4-4c8e-8a55-${String(index).padStart(12, "0")}`;
}

/** So many backups that are done, an hour apart, the newest first. */
function hourly(count: number, facts: Record<string, unknown> = {}) {
  return Array.from({ length: count }, (_, index) => ({
    ...done,
    id: idOf(index),
    startedAt: new Date(Date.UTC(2026, 10, 20, 2 - index)).toISOString(),
    ...facts,
  }));
}

function answer(wire: readonly Record<string, unknown>[], name = "orders prod") {
  const backups = wire.map((backup) => Backup.parse(backup));
  const reply = backupsReply({ service: { serviceId, name }, backups, now });
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

type Reply = ReturnType<typeof answer>;

/** The commands that the buttons run. */
function buttonsOf({ blocks }: Reply): unknown[] {
  return blocks.flatMap((block) =>
    block.type === "section" && block.accessory?.type === "button" ? [block.accessory.value] : [],
  );
}

function selectOf({ blocks }: Reply) {
  const row = blocks.find(({ type }) => type === "actions");
  const select = row?.type === "actions" ? row.elements[0] : undefined;
  return select?.type === "static_select" ? select : undefined;
}

describe("below the table of backups", () => {
  it("a new service can be begun from one: its time, kind, size and id, and a button", () => {
    const reply = answer(hourly(1));
    expect(reply.blocks.slice(3)).toEqual([
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: "*Begin a new service from a backup.* It runs in the same region; this one is not changed.",
        },
      },
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: `<!date^1795140000^{date_short_pretty} {time}|2026-11-20 02:00 UTC> · Full · 31 GiB · \`${idOf(0)}\``,
        },
        accessory: {
          type: "button",
          text: { type: "plain_text", text: "New service from this backup" },
          action_id: `run:backups restore ${serviceId} ${idOf(0)}`,
          value: `backups restore ${serviceId} ${idOf(0)}`,
        },
      },
    ]);
  });

  it("the five newest have buttons and the others are in a select, each by its time in UTC, kind and size", () => {
    const reply = answer(hourly(7));
    expect(buttonsOf(reply)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `backups restore ${serviceId} ${idOf(index)}`),
    );
    expect(selectOf(reply)).toEqual({
      type: "static_select",
      action_id: `run:backups restore ${serviceId}`,
      placeholder: { type: "plain_text", text: "New service from an older backup" },
      options: [
        { text: { type: "plain_text", text: "2026-11-19 21:00 UTC · full · 31 GiB" }, value: idOf(5) },
        { text: { type: "plain_text", text: "2026-11-19 20:00 UTC · full · 31 GiB" }, value: idOf(6) },
      ],
    });
  });

  it("the text says the same, with the command and the ids", () => {
    const { text } = answer(hourly(2));
    expect(text.split("\n").slice(-3)).toEqual([
      "To begin a new service from one: `/db backups restore orders prod &lt;backup id&gt;`",
      `• <!date^1795140000^{date_short_pretty} {time}|2026-11-20 02:00 UTC> · Full · 31 GiB · \`${idOf(0)}\``,
      `• <!date^1795136400^{date_short_pretty} {time}|2026-11-20 01:00 UTC> · Full · 31 GiB · \`${idOf(1)}\``,
    ]);
  });

  it("only what is done and has an id that could be sent is offered", () => {
    const [first] = hourly(1);
    const unfit = [
      { ...first, id: idOf(1), status: "error" },
      { ...first, id: idOf(2), status: "in_progress" },
      { ...first, id: idOf(3), status: undefined, finishedAt: undefined },
      { ...first, id: "backup-4" },
    ];
    expect(buttonsOf(answer([...unfit, ...hourly(1)]))).toEqual([`backups restore ${serviceId} ${idOf(0)}`]);
    const none = answer(unfit);
    expect(none.blocks.map(({ type }) => type)).toEqual(["section", "table", "context"]);
    expect(none.text).not.toContain("restore");
  });

  it("a backup that says nothing of itself is offered by its id", () => {
    const bare = hourly(6, { startedAt: undefined, type: undefined, sizeInBytes: undefined });
    const reply = answer(bare);
    expect(renderedText(reply.blocks)).toContain(idOf(0));
    expect(selectOf(reply)?.options?.map(({ text }) => text.text)).toEqual([idOf(5)]);
  });

  it("of very many, as many are offered as a message holds, and no other part is lost", () => {
    for (const backupName of ["daily", "d".repeat(400)]) {
      const reply = answer(hourly(300, { backupName }));
      expect(buttonsOf(reply)).toHaveLength(5);
      expect(allFit(reply.blocks)).toBe(true);
      expect(renderedText(reply.blocks)).not.toContain("did not fit");
      expect(selectOf(reply)?.options?.length ?? 0).toBeLessThanOrEqual(95);
    }
    expect(selectOf(answer(hourly(300)))?.options?.length).toBeGreaterThan(30);
  });
});

describe.each(hostileNames)("with a service and kind called %j", (text) => {
  it("nothing comes alive", () => {
    const { blocks, text: said } = answer(hourly(7, { type: text, backupName: text }), text);
    expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel)|<a |slack_code(?!_inline)/);
    expect(said.replaceAll(/<!date\^\d+\^[^|]+\|[^>]+>/g, "")).not.toMatch(/[<>]|```/);
  });
});
