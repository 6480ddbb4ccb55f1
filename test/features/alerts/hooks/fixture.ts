import { clockOf } from "../../../../src/lib/clock.ts";
import { randomBytes, randomUUID } from "node:crypto";
import type { ActionsBlockElement, SectionBlockAccessory } from "@slack/types";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { expect } from "vitest";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { Command } from "../../../../src/platform/commands/command.ts";
import type { ReadCommand } from "../../../../src/platform/commands/read-calls.ts";
import { hookCommand } from "../../../support/alerts.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import type { Asker } from "../../../../src/platform/access/asker.ts";
import { messageLink } from "../../../../src/platform/blocks/escape.ts";
import type { MessageRef, Presence } from "../../../../src/platform/jobs/messenger.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { SealingKeys, createSealer } from "../../../../src/platform/secrets/seal.ts";
import { createStore } from "../../../../src/app/store.ts";
import { product } from "../../../../src/app/features.ts";
import { lineOfButton } from "../../../support/pressed.ts";
import { said } from "../../../support/said.ts";
import { drawn } from "../../../support/drawn.ts";

/** A workspace on a real Redis in which Ada (U1) sends `/db hook` or another command in #general (C9). */
export interface HookFixture {
  readonly context: AppContext;
  /** The app's presence in each channel; a member by default. */
  readonly presence: Record<string, Presence>;
  /** The ids of the hooks that ingestion was notified about. */
  readonly notified: string[];
  /** The valid answer to `/db hook <words>`. */
  db(words: string): Promise<Reply>;
  /** The valid answer to a press of the button with this text. */
  press(shown: Reply, text: string): Promise<Reply>;
  /** The error of `/db hook <words>`. */
  refusal(words: string): Promise<string>;
}

/** A reply's buttons: their texts, and the command lines that they run. */
export function buttonsOf(shown: Reply): Record<string, string> {
  const lines = Object.entries(valuesOf(shown)).map(([text, value]) => [
    text,
    value.startsWith('{"call"') ? lineOfButton(value) : value,
  ]);
  return Object.fromEntries(lines);
}

function valuesOf({ blocks }: Pick<Reply, "blocks">): Record<string, string> {
  const rows = blocks.flatMap((block): (ActionsBlockElement | SectionBlockAccessory)[] => {
    if (block.type === "actions") return block.elements;
    return block.type === "section" && block.accessory ? [block.accessory] : [];
  });
  return Object.fromEntries(
    rows.flatMap((one) => (one.type === "button" ? [[one.text.text, one.value ?? ""]] : [])),
  );
}

/** What `/db alerts hooks <words>` answers a person. */
export async function answered(words: string, context: AppContext, asker: Asker): Promise<Reply> {
  const reading = hookCommand.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return said(await drawn(await reading.run(context, asker, { progress: async () => undefined })));
}

/** The workspace T1 in this Redis, on 2026-11-20 at 10:00 UTC. */
export function hookFixture(redis: Redis, command: Command = hookCommand): HookFixture {
  const presence: Record<string, Presence> = {};
  const notified: string[] = [];
  const sealingKeys = SealingKeys.parse(`k1:${randomBytes(32).toString("base64")}`);
  const parts = {
    ...createStore(redis).workspace("T1"),
    workspaceId: "T1",
    publicUrl: "https://qm.example.com",
    sealer: createSealer(sealingKeys).forWorkspace("T1"),
    messenger: {
      presenceIn: async (channelId: string) => presence[channelId] ?? "member",
      linkTo: async (messageRef: MessageRef) => messageLink(messageRef, "https://acme.slack.com/"),
    },
    people: { find: async (userId: string) => ({ userId, name: `Person ${userId}` }) },
    ingestSoon: (hookId: string) => void notified.push(hookId),
    newId: randomUUID,
    now: () => new Date("2026-11-20T10:00:00.000Z"),
    moment: clockOf(() => new Date("2026-11-20T10:00:00.000Z")),
    log: pino({ level: "silent" }),
  };
  // Holds all that the command uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;

  async function db(words: string): Promise<Reply> {
    const reading = command.read(words);
    if ("problem" in reading) throw new Error(reading.problem);
    return run(reading);
  }

  async function press(shown: Reply, text: string): Promise<Reply> {
    const reading = product.readCommand(valuesOf(shown)[text] ?? "");
    if ("reply" in reading) throw new Error(reading.reply.text);
    return run(reading);
  }

  async function run(reading: ReadCommand): Promise<Reply> {
    const asker = { workspaceId: "T1", userId: "U1", channelId: "C9", mayConfirm: true };
    const answer = said(await drawn(await reading.run(context, asker, { progress: async () => undefined })));
    expect(validateMessage(answer)).toBeNull();
    return answer;
  }

  return {
    context,
    presence,
    notified,
    db,
    press,
    refusal: (words) =>
      db(words).then(
        ({ text }) => `No refusal, but: ${text}`,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
  };
}
