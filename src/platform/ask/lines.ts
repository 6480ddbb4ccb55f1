import type { Entry, EntryArguments } from "../commands/entry.ts";
import type { ReadCommandLine } from "../commands/read.ts";
import { things } from "./groups.ts";
import { type Meaning, type Weighed, typedValue } from "./meaning.ts";

/** So many readings are offered. */
export const mostOffered = 4;

/** The command lines of a draft: several if a name may be one of several. None if its line means something else. */
export function meaningsOf(
  { askable: { entry, types, required }, draft, score }: Weighed,
  readCommand: ReadCommandLine,
): Meaning[] {
  const [unsure, found] = [...draft.filled].find(([, { among }]) => among) ?? [];
  const choices = found?.among?.slice(0, mostOffered) ?? [undefined];
  return choices.flatMap((choice) => {
    const values = [...draft.filled].map(
      ([name, filled]) => [name, name === unsure ? { ...filled, ...choice } : filled] as const,
    );
    const args = Object.fromEntries(
      values.map(([name, { value }]) => [name, typedValue(value, types[name])]),
    );
    const whole = lineOf(entry, args, readCommand);
    // "Stop posting the audit log in #audit" begins nothing.
    const least = Object.fromEntries(Object.entries(args).filter(([name]) => required.includes(name)));
    const end =
      endsByWords(draft) && !saysOff.test(whole ?? "") ? lineOf(entry, least, readCommand) : undefined;
    const isEnd = end !== undefined && isOff.test(end);
    const line = isEnd ? end : whole;
    if (line === undefined || (isOff.test(line) && leavesOpen(types, args) && !saysEnd(draft))) return [];
    const shown = Object.fromEntries(values.map(([name, filled]) => [name, filled.shown]));
    const kinds = Object.fromEntries(values.flatMap(([name, { kind }]) => (kind ? [[name, kind]] : [])));
    return [{ entry, args: isEnd ? least : args, line, score, shown, kinds, isOwn: draft.said.length > 0 }];
  });
}

// Some calls turn something off if an argument is left out. A sentence has to say so.
const isOff = / (?:off|none)$/;
const saysOff = / (?:off|none)\b/;
const leavesOpen = (types: object, args: object) => Object.keys(types).length > Object.keys(args).length;
const saysEnd = ({ said }: Weighed["draft"]) => said.some(({ group }) => endings.has(group));
const endsByWords = (draft: Weighed["draft"]) =>
  saysEnd(draft) &&
  draft.goal.needs.some((need) => "groups" in need && need.groups.every((group) => endings.has(group)));

function lineOf(
  { name, ...entry }: Entry,
  args: EntryArguments,
  readCommand: ReadCommandLine,
): string | undefined {
  try {
    const said = entry.line(args);
    const reading = readCommand(said);
    if ("reply" in reading) return name === "help" ? said : undefined;
    const isOwn = reading.entry.name === name && !reading.isGuess && !reading.isMistake;
    return isOwn ? said : undefined;
  } catch {
    // An argument that the entry doesn't take.
    return undefined;
  }
}

/** Without those that have the same line as one before. */
export function unique(meanings: readonly Meaning[]): Meaning[] {
  return meanings.filter(({ line }, at) => meanings.findIndex((other) => other.line === line) === at);
}

/** The best first. Of equal ones, the one with more to say for it, and a read before a change. */
export function byLikelihood(a: Weighed, b: Weighed): number {
  return b.score - a.score || detail(b) - detail(a) || isAbout(b) - isAbout(a) || isChange(a) - isChange(b);
}

const isChange = ({ askable }: Weighed) => Number(askable.entry.effect !== "read");

// What a thing is called says more than what is done to it.
const isAbout = ({ draft }: Weighed) => Number(draft.said.some(({ group }) => group in things));

function detail({ draft }: Weighed): number {
  const words = draft.said.reduce((sum, { at }) => sum + at.length, 0);
  return words * 4 + draft.filled.size * 2 + draft.explained.size;
}

/** True for a call that a word for an end may ask for, so a "not" in a sentence may mean it. */
export function isEnding({ asks }: Entry): boolean {
  const needs = (asks?.means ?? []).flatMap((each) => each.split(" "));
  return needs.some((need) => need.split("|").every((group) => endings.has(group)));
}

const endings: ReadonlySet<string> = new Set([
  "delete",
  "end",
  "stop",
  "forget",
  "pause",
  "mute",
  "unmute",
  "revoke",
  "disconnect",
]);
