import { z } from "zod";
import { isAppError } from "../../lib/errors.ts";
import type { SubjectsOf } from "../audit/recorder.ts";
import { commandActions, commandOf } from "../blocks/command-button.ts";
import type { Reply } from "../blocks/reply.ts";
import type { CommandReading, ReadCommandLine } from "../commands/read.ts";
import type { WorkspaceContext } from "../context.ts";
import { type Before, type Talk, keepTalk } from "./conversations.ts";
import { entities, isId, withoutOpen } from "./follow-up.ts";
import { kindsOf, plainArguments } from "./meaning.ts";
import { type Name, nameIndex } from "./names.ts";
import type { Phrasebook } from "./phrasebook.ts";

/** Lets the next sentence go on with a command that was typed or clicked. It never fails. */
export async function keepCommand(
  { entry, args = {} }: Pick<CommandReading, "entry" | "args">,
  talk: Talk,
  context: WorkspaceContext,
): Promise<void> {
  // What is shared was shown before.
  if (entry.shares || talk.channelId === undefined) return;
  // An argument of a change may be what nothing may keep, such as the address of a rota.
  const mayKeep = (name: string) =>
    entry.effect === "read"
      ? name in (entry.asks?.slots ?? {})
      : kindsOf(entry, name).some((kind) => entities.has(kind) || goesOn.has(kind));
  const plain = Object.fromEntries(Object.entries(plainArguments(args)).filter(([name]) => mayKeep(name)));
  await keepTalk(talk, (kept) => ({ ...kept, entry: entry.name, args: plain }), context);
}

// "The same for orders prod" goes to the same channel.
const goesOn: ReadonlySet<string> = new Set(["channel", "hours", "minutes", "credits"]);

// A person speaks of the first ones.
const mostShown = 25;

/** Lets the next sentence speak of what an answer showed: "the second one". It never fails. */
export async function keepShown(
  answer: Reply,
  talk: Talk,
  context: WorkspaceContext,
  readCommand: ReadCommandLine,
): Promise<void> {
  const shown = shownIn(answer, readCommand);
  if (Object.keys(shown).length === 0 || talk.channelId === undefined) return;
  await keepTalk(talk, (kept) => ({ ...kept, shown }), context);
}

/** The names and ids that an answer's buttons have, by their argument and in their order. */
function shownIn({ blocks }: Reply, readCommand: ReadCommandLine): Record<string, string[]> {
  const shown: Record<string, string[]> = {};
  for (const { line, isChoice } of linesIn(blocks)) {
    const reading = readCommand(line);
    if (!("run" in reading)) continue;
    for (const [name, value] of Object.entries(plainArguments(reading.args ?? {}))) {
      // The ids in a menu are the lines of the list. Names may be no more than a menu.
      const isThing = kindsOf(reading.entry, name).some((kind) =>
        isChoice ? kind === "id" : entities.has(kind),
      );
      if (!isThing || typeof value !== "string" || shown[name]?.includes(value)) continue;
      shown[name] = [...(shown[name] ?? []), value].slice(0, mostShown);
    }
  }
  return shown;
}

const Element = z.object({
  action_id: z.string().regex(commandActions),
  value: z.string().optional(),
  options: z.array(z.object({ value: z.string() })).default([]),
});

/** What the buttons and the menus in a part of a message run. */
function linesIn(part: unknown): { line: string; isChoice: boolean }[] {
  if (Array.isArray(part)) return part.flatMap(linesIn);
  if (typeof part !== "object" || part === null) return [];
  const element = Element.safeParse(part).data;
  if (!element) return Object.values(part).flatMap(linesIn);
  const { options, ...clicked } = element;
  return clicked.value === undefined
    ? options.map((selected_option) => ({ line: commandOf({ ...clicked, selected_option }), isChoice: true }))
    : [{ line: commandOf(clicked), isChoice: false }];
}

/** What a conversation is about, with names for the ids that buttons have. "It" may be each of its things. */
export function beforeNow(
  kept: Before | undefined,
  names: readonly NameWithId[],
  phrasebook: Phrasebook,
): Before | undefined {
  if (!kept) return undefined;
  const nameOf = (value: string) => names.find(({ id }) => id === value)?.name ?? value;
  const last = phrasebook.askable.find(({ entry }) => entry.name === kept.entry);
  const args = Object.entries(kept.args).map(
    ([name, value]) => [name, typeof value === "string" ? nameOf(value) : value] as const,
  );
  const known = args.flatMap(([name, value]) => {
    const kinds = last ? kindsOf(last, name) : [];
    const kind = kinds.find((each) => names.some((one) => one.kind === each && one.value === value));
    const found = kind ?? kinds[0];
    const isKnown = typeof value === "string" && found && (found !== "id" || isId(value));
    return isKnown ? [[found, value]] : [];
  });
  const shown = Object.entries(kept.shown ?? {}).map(([name, values]) => [name, values.map(nameOf)]);
  return {
    ...kept,
    args: Object.fromEntries(args),
    known: {
      ...(last ? withoutOpen(last.entry, kept.args, kept.known) : kept.known),
      ...Object.fromEntries(known),
    },
    ...(shown.length > 0 && { shown: Object.fromEntries(shown) }),
  };
}

const kinds: readonly Name["kind"][] = ["service", "hook", "preset", "connection"];
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
    const kind = kinds.find((one) => one === each);
    if (!kind) return [];
    return (await things.list()).map(({ name, id }) => ({ kind, name, value: name, id }));
  });
  const grantees = context.grants
    .list()
    .then((grants) => grants.map(({ kind, id, name }) => ({ kind: granteeKinds[kind], name, value: id })));
  return (await Promise.all([...lists, grantees, context.seenNames.list()])).flat();
}
