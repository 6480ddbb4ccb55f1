import { pino } from "pino";
import { product } from "../../src/app/features.ts";
import { AppError } from "../../src/lib/errors.ts";
import type { Before } from "../../src/platform/ask/conversations.ts";
import { keepCommand, keepShown } from "../../src/platform/ask/talk.ts";
import { readTyped } from "../../src/platform/ask/typed.ts";
import type { Reply } from "../../src/platform/blocks/reply.ts";
import type { Reading } from "../../src/platform/commands/read.ts";
import type { WorkspaceContext } from "../../src/platform/context.ts";

const list = (...names: string[]) => ({
  list: async () => names.map((name, index) => ({ name, id: `0000000${index}-1111-4222-8333-444444444444` })),
});

const away = () => Promise.reject(new AppError("upstream", "Redis is away."));

/** A person who types and clicks, in a workspace with a few names. */
export function typing({ isAway = false, services = ["orders prod", "billing"] } = {}) {
  const kept: Before[] = [];
  // All that reading uses; a whole context would need a whole app around it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = {
    conversations: {
      find: isAway ? away : async () => kept.at(-1),
      keep: isAway ? away : async (_: object, before: Before) => void kept.push(before),
    },
    grants: { list: async () => [] },
    seenNames: {
      list: async () => [
        { kind: "person", name: "Ada Lovelace", value: "U001" },
        { kind: "person", name: "Ada Park", value: "U002" },
        { kind: "person", name: "Mira Sol", value: "U003" },
        { kind: "channel", name: "finance", value: "C001" },
      ],
    },
    incidents: { find: away },
    now: () => new Date("2026-11-25T10:00:00Z"),
    log: pino({ level: "silent" }),
  } as unknown as WorkspaceContext;
  const parts = {
    ...product,
    subjectsOf: () => ({
      service: list(...services),
      hook: list("checkout"),
      preset: list("small staging"),
    }),
  };
  const talk = { userId: "U001", channelId: "C001" };
  /** Runs a line as a typed command or a button does. */
  async function run(line: string): Promise<void> {
    const reading = product.readCommand(line);
    if ("reply" in reading) throw new Error(`not a command: ${line}`);
    await keepCommand(reading, talk, context);
  }
  /** Shows what a command answers. */
  const show = (answer: Reply) => keepShown(answer, talk, context, product.readCommand);
  async function type(line: string): Promise<string> {
    const reading = await readTyped({ line, sentence: line, talk }, context, parts);
    if ("run" in reading && !reading.said) await run(reading.line);
    const { next } = reading;
    return [shown(reading), ...(next ? [`then: ${shown(next)}`] : [])].join("\n");
  }
  /** The words of a sentence that the form it opens has no field for. Undefined if it opens none. */
  async function leftOut(line: string): Promise<readonly string[] | undefined> {
    const reading = await readTyped({ line, sentence: line, talk }, context, parts);
    return "run" in reading && reading.entry.opens ? (reading.leftOut ?? []) : undefined;
  }
  return { kept, type, run, show, leftOut };
}

function shown(reading: Reading): string {
  if ("reply" in reading) return [reading.reply.text, ...buttonsOf(reading.reply)].join("\n");
  return `${reading.said ? `${reading.said.note} = ` : ""}${reading.line}`;
}

function buttonsOf({ blocks }: Reply): string[] {
  const found = JSON.stringify(blocks).matchAll(/"action_id":"([^"]*)"/g);
  return [...found].map(([, id = ""]) => id);
}
