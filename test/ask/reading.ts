import { product } from "../../src/app/features.ts";
import { beforeOf } from "../../src/platform/ask/follow-up.ts";
import type { Examples } from "../../src/platform/ask/examples.ts";
import { type Phrasebook, phrasebookOf } from "../../src/platform/ask/phrasebook.ts";
import type { Before } from "../../src/platform/ask/conversations.ts";
import { type Name, nameIndex } from "../../src/platform/ask/names.ts";
import { beforeNow } from "../../src/platform/ask/talk.ts";
import { readSentence } from "../../src/platform/ask/read.ts";
import type { Understood } from "../../src/platform/ask/meaning.ts";
import { withTokens } from "./meaning.ts";
import { workspace } from "./sentences.ts";

export const today = new Date(workspace.today);

const named = (kind: Name["kind"], names: readonly string[]): Name[] =>
  names.map((name) => ({ kind, name, value: name }));
const withIds = (kind: Name["kind"], names: Readonly<Record<string, string>>): Name[] =>
  Object.entries(names).map(([value, name]) => ({ kind, name, value }));

const known: readonly Name[] = [
  ...named("service", workspace.services),
  ...named("hook", workspace.hooks),
  ...named("preset", workspace.presets),
  ...named("dashboard", workspace.dashboards),
  ...named("connection", workspace.connections),
  ...withIds("channel", workspace.channels),
  ...withIds("person", workspace.people),
  ...withIds("group", workspace.userGroups),
];
export const names = nameIndex(known);

/** The app's words with other examples. */
export function phrasebookBy(examples: Examples): Phrasebook {
  return phrasebookOf(product.commands, examples);
}

/** Reads a sentence in the workspace of the sentences. */
export function read(sentence: string, before?: Before, phrasebook = product.phrasebook()): Understood {
  const { readCommand } = product;
  return readSentence(sentence, { phrasebook, names, today, before, readCommand });
}

/** What a conversation is about after these sentences and commands: "/db costs last week". */
export function after(said: readonly string[], phrasebook?: Phrasebook): Before | undefined {
  let before: Before | undefined;
  for (const each of said)
    before = each.startsWith("/db ") ? typed(each.slice(4), before) : spoken(each, before, phrasebook);
  return before;
}

function spoken(sentence: string, before?: Before, phrasebook?: Phrasebook): Before | undefined {
  const { meanings, isClear } = read(sentence, before, phrasebook);
  const [meant] = meanings;
  return meant && isClear ? beforeOf(meant, before?.known) : before;
}

function typed(line: string, before: Before | undefined): Before | undefined {
  const reading = product.readCommand(withTokens(line));
  if (!("run" in reading)) return before;
  const args = Object.fromEntries(
    Object.entries(reading.args ?? {}).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, value]] : [],
    ),
  );
  return beforeNow(
    { entry: reading.entry.name, args, known: before?.known ?? {} },
    known,
    product.phrasebook(),
  );
}

/** The lines that a sentence is clearly read as, joined, what it leaves out, or what it says of it instead. */
export function meantBy(sentence: string, ...before: string[]): string {
  const { meanings, isClear, unknown, next, leftOut = [] } = read(sentence, after(before));
  if (unknown) return `unknown: ${unknown.kinds[0]} ${unknown.name}`;
  if (!isClear) return leftOut.length > 0 ? `left out: ${leftOut.join(", ")}` : "not clear";
  return [meanings[0]?.line, ...(next ? [next.meanings[0]?.line] : [])].join(" + ");
}
