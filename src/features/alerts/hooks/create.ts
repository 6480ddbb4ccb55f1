import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { addHook, hookInMrkdwn, showButton, testButton } from "./parts.ts";
import { howToSend } from "./sending.ts";
import * as texts from "./texts.ts";
import { type Hook, keptSecret, mostHooks, newHookId, newHookSecret } from "./record.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";

/** What the words of a create command ask for. */
interface WantedHook {
  channelId: string | undefined;
  /** Without a name, the hook is named after its channel. */
  name: string | undefined;
  /** The channel's name, if Slack sent it, with the characters of a hook's name. */
  channelName: string | undefined;
  isSigned: boolean;
}

const nameLength = 60;
/** Characters that a hook's name may not hold. */
const unnamable = /[^\p{L}\p{M}\p{N}._-]+/u;
const named = /<#[CG][A-Z0-9]+\|([^>]+)>/i;

/** Reads what follows `hook create`: a channel, a name of one word, `signed`. Fails as user with an example. */
function readCreateWords(words: string): WantedHook {
  const { channelId, rest } = channelIn(words);
  const [, channelName] = named.exec(words) ?? [];
  const tokens = rest.split(" ").filter(Boolean);
  const names = tokens.filter((token) => token.toLowerCase() !== "signed");
  const [name, another] = names;
  if (another !== undefined) throw problem(texts.nameHasSpaces(names.join("-")));
  if (name !== undefined && name.length > nameLength) throw problem(texts.nameTooLong(nameLength));
  if (name !== undefined && unnamable.test(name)) throw problem(texts.nameHasSigns(name));
  return {
    channelId,
    name,
    channelName: channelName
      ?.split(unnamable)
      .join("-")
      .slice(0, nameLength - 4),
    isSigned: names.length < tokens.length,
  };
}

function problem(what: string): AppError {
  return new AppError("user", `${what} ${texts.createExample}`);
}

/** What a new hook has beside what its words say. */
interface More {
  heartbeat?: Hook["heartbeat"];
  /** Says what else was done, in mrkdwn. */
  headline?: (hook: Hook) => string;
}

/** Creates a hook and shows its asker how to send to it. Its secret is shown only this once. */
export async function createHook(words: string, context: AlertsContext, asker: Asker): Promise<Reply> {
  return words.trim() === "" ? askWhere(context, asker) : createHookWith({}, words, context, asker);
}

/** The same for a hook that has more than its words say. */
export async function createHookWith(
  { heartbeat, headline }: More,
  words: string,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const wanted = readCreateWords(words);
  const { channelId, notes } = await channelOfSchedule(wanted.channelId, context, asker);
  const { workspaceId, newId, now, sealer } = context;
  const { userId, channelId: askedIn = channelId } = asker;
  const secret = newHookSecret();
  const id = newHookId(workspaceId, newId().replaceAll("-", ""));
  const kept = keptSecret(secret, { hookId: id, isSigned: wanted.isSigned, at: now(), sealer });
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
    ...(heartbeat && { heartbeat }),
  };
  // First, so a hook that expects beats has its timer.
  if (heartbeat) await context.heartbeats.begin(id, heartbeat, now().getTime());
  const hook = await add(unnamed, wanted, context);
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
    actions([commandButton(texts.createIt, `alerts hooks create <#${channelId}>`)]),
    smallPrint(small),
  ]);
}

/** Adds it under the chosen name, or else under the first free one of its channel: alerts, alerts-2, alerts-3. */
async function add(
  unnamed: Omit<Hook, "name">,
  { name: chosen, channelName = "alerts" }: WantedHook,
  context: AlertsContext,
): Promise<Hook> {
  const all = await context.hooks.list();
  if (all.length >= mostHooks) throw new AppError("user", texts.tooMany(mostHooks));
  const taken = new Set(all.map(({ name }) => foldName(name)));
  for (let number = 1; ; number += 1) {
    const name = chosen ?? (number === 1 ? channelName : `${channelName}-${number}`);
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
