import type { Button } from "@slack/types";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, listInWords, nearest } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import type { AlertsContext } from "../context.ts";
import { firstName, nameAtStart, repeatedName } from "../../../lib/names.ts";
import { channelsAsTyped } from "../../../platform/commands/channel-in.ts";

/** A hook that somebody named, and the words after its name, as they were typed. */
export interface NamedHook {
  hook: Hook;
  rest: string;
}

const shownNames = 10;

/** Finds the hook that words begin with, by its name or, as buttons have it, its id. Fails as missing with the nearest name. */
export async function hookIn(words: string, { hooks }: Pick<AlertsContext, "hooks">): Promise<NamedHook> {
  // A hook has its channel's name unless somebody chose another one.
  const first = firstName(words);
  const wanted = channelsAsTyped(first.name).replace(/^#/, "");
  const all = await hooks.list();
  const byId = all.find(({ id }) => id === wanted);
  if (byId) return { hook: byId, rest: first.rest };
  const named = nameAtStart(words, all);
  if (named) return { hook: named.thing, rest: named.rest };
  const byChannel = all.find(({ name }) => foldName(name) === foldName(wanted));
  if (byChannel) return { hook: byChannel, rest: first.rest };
  throw notThere(wanted, all);
}

/** Changes a hook as it is at that moment; fails as missing where it was deleted meanwhile. */
export async function changeHook(
  { id, name }: Pick<Hook, "id" | "name">,
  { hooks }: Pick<AlertsContext, "hooks">,
  change: (present: Hook) => Hook,
): Promise<Hook> {
  const changed = await hooks.change(id, change);
  if (changed) return changed;
  throw new AppError("missing", `The hook “${name}” was deleted just now, so nothing was changed.`);
}

function notThere(wanted: string, all: readonly Hook[]): AppError {
  const names = all.map(({ name }) => name);
  if (names.length === 0)
    return new AppError(
      "missing",
      "There are no hooks here yet. To make the first one: `/db hook create #alerts`.",
    );
  const known = `Those there are: ${listInWords(names.slice(0, shownNames))}${names.length > shownNames ? ", and more in `/db hook list`" : ""}.`;
  if (wanted === "")
    return new AppError("user", `Say which hook, as in \`/db hook show ${names[0]}\`. ${known}`);
  // A button may be pressed after somebody deleted the hook.
  if (/-[\da-f]{32}$/.test(wanted)) return new AppError("missing", `That hook is no longer there. ${known}`);
  const near = nearest(wanted, names);
  const hint = near === undefined ? known : `Did you mean “${near}”?`;
  return new AppError("missing", `There is no hook ${repeatedName(wanted)}. ${hint}`);
}

/** A hook's name in a sentence of mrkdwn. */
export function hookInMrkdwn({ name }: Pick<Hook, "name">): string {
  return `*${escapeName(name)}*`;
}

/** Shows all there is to know of a hook. */
export function showButton({ id }: Pick<Hook, "id">): Button {
  return commandButton("Show", `hook show ${id}`);
}

/** Tries the way from here to the channel. */
export function testButton({ id }: Pick<Hook, "id">): Button {
  return commandButton("Send a test", `hook test ${id}`);
}

/** True where a hook's sender signs what it sends. */
export function isSigned({ secrets }: Pick<Hook, "secrets">): boolean {
  return secrets.some(({ sealed }) => sealed !== undefined);
}

/** Reads a lone "on" or "off"; fails as user with the example, a whole command. */
export function readSwitch(words: string, example: string): boolean {
  const word = foldName(words);
  if (word === "on" || word === "off") return word === "on";
  throw new AppError("user", `Say \`on\` or \`off\`, as in \`${example}\`.`);
}

/** Fails as user where words are left that nobody reads, with the example, a whole command. */
export function nothingAfter(words: string, example: string): void {
  if (words.trim() === "") return;
  throw new AppError("user", `“${words.trim()}” is too much there: \`${example}\` is all.`);
}
