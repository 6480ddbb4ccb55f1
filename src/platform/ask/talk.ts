import { isAppError } from "../../lib/errors.ts";
import type { SubjectsOf } from "../audit/recorder.ts";
import type { CommandReading, ReadCommandLine } from "../commands/read.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Before, Kept, Talk } from "./conversations.ts";
import { beforeOf } from "./follow-up.ts";
import { type Name, type NameIndex, nameIndex } from "./names.ts";
import type { Phrasebook } from "./phrasebook.ts";
import { readSentence } from "./read.ts";

/** More than people type before they ask about it. */
const mostCommands = 3;

/** Lets the next sentence go on with a command that was typed or clicked. It never fails. */
export async function keepCommand(
  { entry, line }: Pick<CommandReading, "entry" | "line">,
  talk: Talk,
  context: WorkspaceContext,
): Promise<void> {
  // What is shared was shown before.
  if (entry.shares || talk.channelId === undefined) return;
  try {
    const kept = (await context.conversations.find(talk)) ?? { entry: entry.name, args: {}, known: {} };
    // The line of a change may have what nothing may keep, such as the address of a rota.
    const said = { entry: entry.name, line: entry.effect === "read" ? line : "" };
    const commands = [...(kept.commands ?? []), said].slice(-mostCommands);
    await context.conversations.keep(talk, { ...kept, commands });
  } catch (err) {
    if (!isAppError(err, "upstream")) throw err;
    context.log.warn({ err }, "couldn't keep what a conversation is about");
  }
}

/**
 * What a conversation is about, with the commands that were typed or clicked since it was kept. What their lines don't
 * say in plain words, the next sentence has to say.
 */
export function beforeNow(
  kept: Kept | undefined,
  {
    names,
    ...parts
  }: {
    names: readonly NameWithId[];
    index: NameIndex;
    book: Phrasebook;
    today: Date;
    readCommand: ReadCommandLine;
  },
): Before | undefined {
  if (!kept) return undefined;
  const { commands = [], ...before } = kept;
  const { index, book: phrasebook, today, readCommand } = parts;
  return commands.reduce<Before>((now, { entry, line }) => {
    const said = names.reduce(
      (left, { id, name }) => (id === undefined ? left : left.replace(id, `"${name.replaceAll('"', "")}"`)),
      line,
    );
    const { meanings } = readSentence(said, { phrasebook, names: index, today, readCommand });
    const meant = meanings.find((each) => each.entry.name === entry);
    return meant ? beforeOf(meant, now.known) : { entry, args: {}, known: {} };
  }, before);
}

const kinds: Readonly<Record<string, Name["kind"]>> = {
  service: "service",
  hook: "hook",
  preset: "preset",
  connection: "connection",
};

const granteeKinds = { user: "person", group: "group", channel: "channel" } as const;

/** What a sentence may be about. Undefined if Redis doesn't answer. */
export async function knownTo(
  talk: Talk,
  context: WorkspaceContext,
  subjectsOf: SubjectsOf<WorkspaceContext>,
) {
  try {
    const [names, kept] = await Promise.all([namesOf(context, subjectsOf), context.conversations.find(talk)]);
    return { names, index: nameIndex(names), kept };
  } catch (err) {
    if (!isAppError(err, "upstream")) throw err;
    context.log.warn({ err }, "couldn't read what a sentence may be about");
    return undefined;
  }
}

/** A name with the id that our own buttons have in its place, if they have. */
type NameWithId = Name & { id?: string | undefined };

/** The names that people of the workspace may say. */
async function namesOf(
  context: WorkspaceContext,
  subjectsOf: SubjectsOf<WorkspaceContext>,
): Promise<NameWithId[]> {
  const lists = Object.entries(subjectsOf(context)).map(async ([each, things]): Promise<NameWithId[]> => {
    const kind = kinds[each];
    if (!kind) return [];
    return (await things.list()).map(({ name, id }) => ({ kind, name, value: name, id }));
  });
  const grantees = context.grants
    .list()
    .then((grants) => grants.map(({ kind, id, name }) => ({ kind: granteeKinds[kind], name, value: id })));
  return (await Promise.all([...lists, grantees, context.seenNames.list()])).flat();
}
