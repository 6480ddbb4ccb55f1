import { product } from "../../src/app/features.ts";
import { beforeOf } from "../../src/platform/ask/follow-up.ts";
import type { Before } from "../../src/platform/ask/conversations.ts";
import { type Name, nameIndex } from "../../src/platform/ask/names.ts";
import { type Understood, readSentence } from "../../src/platform/ask/read.ts";
import { workspace } from "./sentences.ts";

const today = new Date(workspace.today);

const named = (kind: Name["kind"], names: readonly string[]): Name[] =>
  names.map((name) => ({ kind, name, value: name }));
const withIds = (kind: Name["kind"], names: Readonly<Record<string, string>>): Name[] =>
  Object.entries(names).map(([value, name]) => ({ kind, name, value }));

const names = nameIndex([
  ...named("service", workspace.services),
  ...named("hook", workspace.hooks),
  ...named("preset", workspace.presets),
  ...named("dashboard", workspace.dashboards),
  ...named("connection", workspace.connections),
  ...withIds("channel", workspace.channels),
  ...withIds("person", workspace.people),
  ...withIds("group", workspace.userGroups),
]);

/** Reads a sentence in the workspace of the sentences. */
export function read(sentence: string, before?: Before): Understood {
  const { phrasebook, readCommand } = product;
  return readSentence(sentence, { phrasebook: phrasebook(), names, today, before, readCommand });
}

/** What a conversation is about after these sentences. */
export function after(sentences: readonly string[]): Before | undefined {
  let before: Before | undefined;
  for (const sentence of sentences) {
    const { meanings, isClear } = read(sentence, before);
    const [meant] = meanings;
    if (meant && isClear) before = beforeOf(meant, before?.known);
  }
  return before;
}
