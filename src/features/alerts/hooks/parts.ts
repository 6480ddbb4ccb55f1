import type { Button } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { calledName, firstName, nameAtStart, unquoted } from "../../../lib/names.ts";
import { foldName, shortList } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { type Summary, shortHash } from "../../../platform/audit/log.ts";
import { added, changeBetween, removed } from "../../../platform/audit/recorder.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import type { ArgumentKind } from "../../../platform/commands/arguments/kind.ts";
import { type Call, call } from "../../../platform/commands/call.ts";
import { channelsAsTyped } from "../../../platform/commands/channel-in.ts";
import type { EntryFacts } from "../../../platform/commands/entry.ts";
import type { Answer, Responder } from "../../../platform/commands/found.ts";
import { nearNames, notFound } from "../../../platform/commands/near.ts";
import type { AlertsContext, HookPart } from "../context.ts";
import { alertJobs, settingsItem } from "../open/waiting.ts";
import type { Hook } from "./record.ts";
import * as texts from "./texts.ts";
import * as tryTexts from "./try-texts.ts";

/** The hook that a command names, and the words after its name as typed. */
export interface NamedHook {
  hook: Hook;
  rest: string;
}

/** Finds the hook named at the start of the words, by name or id. Fails as missing with the names near it. */
export async function hookIn(words: string, { hooks }: Pick<AlertsContext, "hooks">): Promise<NamedHook> {
  // A hook has its channel's name unless its creator chose another one.
  const first = firstName(words);
  const wanted = channelsAsTyped(first.name).replace(/^#/, "");
  const all = await hooks.list();
  const byId = all.find(({ id }) => id === wanted);
  if (byId) return { hook: byId, rest: first.rest };
  const named = nameAtStart(words, all);
  if (named) return { hook: named.thing, rest: named.rest };
  const byChannel = all.find(({ name }) => foldName(name) === foldName(wanted));
  if (byChannel) return { hook: byChannel, rest: first.rest };
  throw notThere(wanted, words, all);
}

/** The hook that words name, and nothing else. `tooMuch` says what is wrong with words behind its name. */
export async function findHook(
  words: string,
  context: Pick<AlertsContext, "hooks">,
  tooMuch: (rest: string, hook: Hook) => string,
): Promise<Hook> {
  const { hook, rest } = await hookIn(words, context);
  if (rest.trim() === "") return hook;
  throw new AppError("user", tooMuch(rest.trim(), hook));
}

/** Changes a hook atomically and returns the result. Fails as missing if it was deleted meanwhile. */
export async function changeHook(
  hook: Pick<Hook, "id" | "name">,
  context: HooksContext,
  change: (present: Hook) => Hook,
): Promise<Hook> {
  const changed = await changeHookIfThere(hook, context, change);
  if (changed) return changed;
  throw new AppError("missing", texts.deletedMeanwhile(hook.name));
}

function notThere(first: string, words: string, all: readonly Hook[]): AppError {
  const names = all.map(({ name }) => name);
  // The other words may be of the name, or be something else.
  const wanted = nearNames(words, names).length > 0 ? unquoted(words.trim()) : first;
  if (names.length === 0) return new AppError("missing", texts.noneYetPlain);
  if (wanted === "") return new AppError("user", texts.whichHook);
  // This is a hook's id, so it comes from a button of a deleted hook.
  if (/-[\da-f]{32}$/.test(wanted)) return new AppError("missing", texts.hookGone(shortList(names)));
  return notFound({ typed: wanted, names, message: texts.notFound(calledName(wanted)) });
}

/** A hook's name for a sentence in mrkdwn. */
export function hookInMrkdwn({ name }: Pick<Hook, "name">): string {
  return `*${escapeName(name)}*`;
}

/** The button that opens a hook's window. */
export function showButton({ id }: Pick<Hook, "id">): Button {
  return commandButton(texts.open, { call: "hooks_show", args: { hook: id } });
}

/** The button that sends a test to a hook's channel. */
export function testButton({ id }: Pick<Hook, "id">): Button {
  return commandButton(tryTexts.testButton, { call: "hooks_test", args: { hook: id } });
}

/** The button that lists a hook's rules. */
export function rulesButton({ id }: Pick<Hook, "id">): Button {
  return commandButton(texts.allRules, { call: "hooks_rules", args: { hook: id } });
}

/** True if a hook's sender signs its deliveries. */
export function isSigned({ secrets }: Pick<Hook, "secrets">): boolean {
  return secrets.some(({ sealed }) => sealed !== undefined);
}

type HooksContext = Pick<AlertsContext, "hooks" | "hookParts" | "audit">;

/** Adds a hook and records it. Fails as conflict if its name is taken. */
export async function addHook(hook: Hook, { hooks, hookParts, audit }: HooksContext): Promise<void> {
  await audit.change(
    { action: audit.actionOn("hook", "create"), subject: hook.name },
    () => hooks.add(hook),
    () => added(hookSummary(hook, hookParts)),
  );
}

/** Changes a hook atomically, records what changed, and returns the result. Undefined if the hook is gone. */
export async function changeHookIfThere(
  { id, name }: Pick<Hook, "id" | "name">,
  { hooks, hookParts, audit }: HooksContext,
  change: (present: Hook) => Hook,
): Promise<Hook | undefined> {
  let before: Hook | undefined;
  return audit.change(
    { action: audit.actionOn("hook", "change"), subject: name },
    () => hooks.change(id, (present) => change((before = present))),
    (after) =>
      before && after && changeBetween(hookSummary(before, hookParts), hookSummary(after, hookParts)),
  );
}

/** Removes a hook and records it. False if it is gone already. */
export async function removeKnownHook(
  hook: Hook,
  {
    hooks,
    hookParts,
    audit,
    secrets,
    failing,
    log,
  }: HooksContext & Pick<AlertsContext, "secrets" | "failing" | "log">,
): Promise<boolean> {
  const isGone = await audit.change(
    { action: audit.actionOn("hook", "delete"), subject: hook.name },
    () => hooks.remove(hook.id),
    (isRemoved) => (isRemoved ? removed(hookSummary(hook, hookParts)) : undefined),
  );
  const references = hookParts.flatMap((part) => part.references?.(hook) ?? []);
  await failing.remove({ job: alertJobs.ingestion, id: settingsItem(hook.id) });
  if (references.length > 0) await discardQuietly(references, { secrets, log });
  return isGone;
}

/** Deletes secrets that nothing names any more. If a store refuses, they stay until the workspace is removed. */
export async function discardQuietly(
  references: readonly string[],
  { secrets, log }: Pick<AlertsContext, "secrets" | "log">,
): Promise<void> {
  try {
    await secrets.discard(references);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    log.warn({ err }, "couldn't delete a secret that is no longer used");
  }
}

/** Lists the fields one by one, so a new field stays out of the audit log until we know that it is not secret. */
function hookSummary(hook: Hook, hookParts: readonly HookPart[]): Summary {
  const { name, channelId, ownerId, fallbackChannelId, escalation, broadcasts, observes } = hook;
  return {
    id: hook.id,
    name,
    channelId,
    ownerId,
    secretsMadeAt: hook.secrets.map(({ createdAt }) => createdAt),
    isSigned: isSigned(hook),
    isPaused: hook.paused !== undefined,
    fallbackChannelId,
    escalation,
    broadcasts,
    mappingHash: shortHash(hook.mapping),
    rules: hook.rules.length,
    rulesHash: shortHash(hook.rules),
    muted: Object.keys(hook.muted).length,
    mutedHash: shortHash(Object.keys(hook.muted)),
    observes: observes && { connection: observes.connection, serviceId: observes.serviceId ?? null },
    ...Object.assign({}, ...hookParts.map((part) => part.facts?.(hook))),
  };
}

const args = z.object({ hook });

interface OnHook extends Omit<EntryFacts<typeof args>, "args"> {
  /** The word for it, as in `/db alerts hooks pause checkout`. */
  word: string;
  /** The words behind the hook. */
  end?: string;
  /** What is wrong with other words there. */
  tooMuch?(this: void, rest: string, hook: Hook): string;
  run(
    this: void,
    hook: Hook,
    context: AlertsContext,
    asker: Asker,
    responder: Responder,
  ): Promise<Answer> | Answer;
}

/** A call about one hook, with nothing else to say. */
export function onHook({
  word,
  end = "",
  tooMuch = tooMuchFor(word),
  run,
  ...facts
}: OnHook): Call<AlertsContext> {
  return call({
    ...facts,
    line: `alerts hooks ${word} {hook} ${end}`,
    verb: word,
    missing: { hook: texts.whichHook },
    args,
    run: async ({ hook: named }, context: AlertsContext, ...around) =>
      run(await findHook(named, context, tooMuch), context, ...around),
  });
}

/** Says that words behind a hook are too much, with the command that works. */
export function tooMuchFor(words: string, behind = "") {
  return (rest: string, { name }: Hook) => texts.tooMuch(rest, texts.typed(`${words} ${name}${behind}`));
}

interface BehindName extends Partial<
  Pick<ArgumentKind, "slot" | "write" | "usage" | "hasQuotes" | "isForPeople">
> {
  /** What the typed words mean. By default, they are the value. */
  read?(this: void, typed: string): unknown;
}

/** The last words of a line, behind a name, if they fit a pattern. */
export function behindName(
  pattern: string,
  { read = (typed) => typed, ...facts }: BehindName = {},
): ArgumentKind {
  const behind = new RegExp(String.raw`^(\S.*?)\s(${pattern})$`, "i");
  return {
    take(words) {
      const [, rest = "", typed] = behind.exec(words) ?? [];
      return typed === undefined ? undefined : { value: read(typed), rest };
    },
    write: String,
    ...facts,
  };
}
