import { isAppError } from "../../lib/errors.ts";
import type { SubjectsOf } from "../audit/recorder.ts";
import type { CommandReading } from "../commands/read.ts";
import type { WorkspaceContext } from "../context.ts";
import { type Talk, keepTalk } from "./conversations.ts";
import { beforeOf } from "./follow-up.ts";
import { type Name, nameIndex } from "./names.ts";
import { readSentence } from "./read.ts";
import type { TypedParts } from "./typed.ts";

/**
 * Lets the next sentence go on with a command that was typed or clicked. What its line doesn't say in plain words, the
 * next sentence has to say. It never fails.
 */
export async function keepCommand(
  { entry, line }: Pick<CommandReading, "entry" | "line">,
  talk: Talk,
  context: WorkspaceContext,
  { readCommand, phrasebook, subjectsOf }: Pick<TypedParts, "readCommand" | "phrasebook" | "subjectsOf">,
): Promise<void> {
  // What is shared was shown before.
  if (entry.shares || talk.channelId === undefined) return;
  const known = await knownTo(talk, context, subjectsOf);
  if (!known) return;
  const { names, index, before } = known;
  const said = names.reduce(
    (left, { id, name }) => (id === undefined ? left : left.replace(id, `"${name.replaceAll('"', "")}"`)),
    line,
  );
  const { meanings } = readSentence(said, {
    phrasebook: phrasebook(),
    names: index,
    today: context.now(),
    readCommand,
  });
  const meant = meanings.find((each) => each.entry.name === entry.name);
  const now = meant ? beforeOf(meant, before?.known) : { entry: entry.name, args: {}, known: {} };
  await keepTalk(talk, now, context);
}

const kinds: Readonly<Record<string, Name["kind"]>> = {
  service: "service",
  hook: "hook",
  preset: "preset",
  connection: "connection",
};

const granteeKinds = { user: "person", group: "group", channel: "channel" } as const;

/** What a sentence may be about. Undefined if Redis doesn't answer: a command needs none of it. */
export async function knownTo(talk: Talk, context: WorkspaceContext, subjectsOf: SubjectsOf) {
  try {
    const [names, before] = await Promise.all([
      namesOf(context, subjectsOf),
      context.conversations.find(talk),
    ]);
    return { names, index: nameIndex(names), before };
  } catch (err) {
    if (!isAppError(err, "upstream")) throw err;
    context.log.warn({ err }, "couldn't read what a sentence may be about");
    return undefined;
  }
}

/** A name with the id that our own buttons have in its place, if they have. */
type NameWithId = Name & { id?: string | undefined };

/** The names that people of the workspace may say. */
async function namesOf(context: WorkspaceContext, subjectsOf: SubjectsOf): Promise<NameWithId[]> {
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
