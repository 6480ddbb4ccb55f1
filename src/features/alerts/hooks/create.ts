import type { Slot } from "../../../platform/commands/entry.ts";
import { type Kind, channelId, textOf } from "../../../lib/kinds.ts";
import { z } from "zod";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { addHook, hookInMrkdwn, showButton, testButton } from "./parts.ts";
import { howToSend } from "./sending.ts";
import * as texts from "./texts.ts";
import { type Hook, type HookFields, keptSecret, mostHooks, newHookId, newHookSecret } from "./record.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { nameKind } from "../../../platform/commands/arguments/kinds.ts";
import { call } from "../../../platform/commands/call.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";

const nameLength = 60;
/** Characters that a hook's name may not hold. */
const unnamable = /[^\p{L}\p{M}\p{N}._-]+/u;
const label = /<#[CDG][A-Z0-9]+\|([^>]+)>/i;

/** A channel with its name, if Slack sent it: a hook without a name of its own is named after its channel. */
const labelled: ArgumentKind = {
  slot: "channel",
  take(words) {
    const { channelId: id, rest } = channelIn(words);
    const [, name] = label.exec(words) ?? [];
    return id === undefined
      ? undefined
      : { value: [id, ...(name === undefined ? [] : [name])].join("|"), rest };
  },
  write: (channel) => `<#${String(channel)}>`,
};

const withName: Kind = {
  expected: channelId.expected,
  read(typed) {
    const text = typed.trim().replace(/^<#(.*)>$/, "$1");
    return /^[CDG][A-Z0-9]{1,30}(?:\|[^<>|]{1,80})?$/.test(text) ? text : undefined;
  },
};

const channel = argument(labelled, textOf(withName)).describe("The id of a Slack channel");

/** The name of a new hook in a sentence. */
const nameWords: Slot = {
  isOne: true,
  parts: [
    [/\b(?:called|named|call it|name it|as) "([^"<>]{1,60})"/i, "$1"],
    [/\b(?:called|named|call it|name it|as) ([a-z][\w.-]{0,59})/i, "$1"],
    [/\bhook "?((?!for\b|in\b|into\b|to\b|on\b)[a-z][\w .-]{0,58}?)"? (?:in|into|to|for) <#/i, "$1"],
  ],
};

const name = argument(
  { ...nameKind("hook"), slot: nameWords },
  z
    .string()
    .trim()
    .min(1)
    .max(nameLength, `${texts.nameTooLong(nameLength)} ${texts.createExample}`),
).describe("Its name. By default the channel's");

const signed = argument(
  {
    slot: { isOne: true, parts: [[/\bsign(?:ed|s|ing|atures?)?\b/i, "true"]] },
    take(words) {
      const rest = words.replace(/(?:^|\s)signed(?=\s|$)/i, " ");
      return rest === words ? undefined : { value: true, rest };
    },
    write: (isSigned) => (isSigned === true ? "signed" : ""),
  },
  z.boolean(),
).describe("True if senders sign what they send");

const args = z.object({ channel: channel.optional(), name: name.optional(), signed: signed.optional() });

/** `/db alerts hooks create #alerts checkout signed`. */
export const create = call({
  name: "hooks_create",
  title: "Create a hook",
  summary: "Makes an address that brings alerts into a channel.",
  effect: "change",
  line: "alerts hooks create {channel} {name} {signed}",
  verb: "create",
  args,
  asks: {
    means: ["create hook {channel}", "create|want hook", "set hook {channel}"],
    around: "alert want post set connect",
    says: ["Create a hook into {channel}", " called {name}"],
  },
  run: async (wanted, context: AlertsContext, asker) =>
    Object.keys(wanted).length === 0 ? askWhere(context, asker) : createHookWith({}, wanted, context, asker),
});

/** What a new hook is to be. Without a name, it is named after its channel. */
type WantedHook = z.output<typeof args>;

/** What is wrong with a name. Undefined for one that a hook may have. */
function problemOf(name: string): string | undefined {
  if (/\s/.test(name)) return texts.nameHasSpaces(name.replaceAll(/\s+/g, "-"));
  return unnamable.test(name) ? texts.nameHasSigns(name) : undefined;
}

/** What a new hook has besides. */
interface More {
  /** The fields of a part. */
  fields?: HookFields;
  /** What to do before it is stored, with its id. */
  before?: (hookId: string) => Promise<void>;
  /** Says what else was done, in mrkdwn. */
  headline?: (hook: Hook) => string;
}

/** Creates a hook and shows its asker how to send to it. Its secret is shown only this once. */
export async function createHookWith(
  { fields, before, headline }: More,
  { channel: wanted, name, signed = false }: WantedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const problem = name === undefined ? undefined : problemOf(name);
  if (problem !== undefined) throw new AppError("user", `${problem} ${texts.createExample}`);
  const [named, channelName] = wanted?.split("|") ?? [];
  const { channelId, notes } = await channelOfSchedule(named, context, asker);
  const { workspaceId, newId, now, sealer } = context;
  const { userId, channelId: askedIn = channelId } = asker;
  const secret = newHookSecret();
  const id = newHookId(workspaceId, newId().replaceAll("-", ""));
  const kept = keptSecret(secret, { hookId: id, isSigned: signed, at: now(), sealer });
  const unnamed = {
    id,
    channelId,
    ownerId: userId,
    createdAt: now().toISOString(),
    secrets: [kept],
    broadcasts: true,
    rules: [],
    muted: {},
    awaited: { userId, channelId: askedIn },
    ...fields,
  };
  await before?.(id);
  const hook = await add(unnamed, name, channelName, context);
  return howToSend(hook, secret, context.publicUrl, {
    headline: [
      texts.created(hookInMrkdwn(hook), formatChannel(hook)),
      ...(headline ? [headline(hook)] : []),
    ].join(" "),
    small: [texts.secretOnce(hook.name), ...notes].join(" "),
    buttons: [testButton(hook), showButton(hook)],
  });
}

/** An unfinished command creates nothing, because a hook has a secret and is live at once. */
async function askWhere(context: AlertsContext, asker: Asker): Promise<Reply> {
  const { channelId, notes } = await channelOfSchedule(undefined, context, asker);
  const question = texts.askCreate(formatChannel({ channelId }));
  const small = [texts.askCreateHint, ...notes].join(" ");
  return reply([question, small].join("\n"), [
    section(question),
    actions([commandButton(texts.createIt, { call: "hooks_create", args: { channel: channelId } })]),
    smallPrint(small),
  ]);
}

/** Adds it under the chosen name, or else under the first free one of its channel: alerts, alerts-2, alerts-3. */
async function add(
  unnamed: Omit<Hook, "name">,
  chosen: string | undefined,
  channel: string | undefined,
  context: AlertsContext,
): Promise<Hook> {
  const ofChannel = channel?.split(unnamable).join("-") ?? "alerts";
  const first = ofChannel.slice(0, nameLength - 4);
  const all = await context.hooks.list();
  if (all.length >= mostHooks) throw new AppError("user", texts.tooMany(mostHooks));
  const taken = new Set(all.map(({ name }) => foldName(name)));
  for (let number = 1; ; number += 1) {
    const name = chosen ?? (number === 1 ? first : `${first}-${number}`);
    if (chosen === undefined && taken.has(foldName(name))) continue;
    try {
      const hook = { ...unnamed, name };
      await addHook(hook, context);
      return hook;
    } catch (error) {
      // Another request may have just taken the name.
      if (chosen !== undefined || !isAppError(error, "conflict")) throw error;
    }
  }
}
