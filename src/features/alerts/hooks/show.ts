import { commandButton } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import type { Found } from "../../../platform/commands/command.ts";
import { hookFacts, listedHook } from "./data.ts";
import type { AlertsContext } from "../context.ts";
import { troublesOf } from "../outbox/unreachable.ts";
import { type NamedHook, hookInMrkdwn, listReply, nothingAfter, showButton } from "./parts.ts";
import type { Hook } from "./record.ts";
import * as texts from "./texts.ts";
import { hookWindow } from "./window.ts";

/** Lists all hooks, the oldest first, each with a button that opens its window. */
export async function listHooks(words: string, { hooks }: Pick<AlertsContext, "hooks">): Promise<Found> {
  nothingAfter(words, "/db alerts hooks");
  const all = await hooks.list();
  return { data: () => ({ hooks: all.map(listedHook) }), draw: () => hooksReply(all) };
}

function hooksReply(all: readonly Hook[]): Reply {
  if (all.length === 0) return say(texts.noneYet, [commandButton(texts.createButton, "alerts hooks create")]);
  const rows = all.map((hook) => ({ line: lineOf(hook), button: showButton(hook) }));
  return listReply(texts.listTitle(all.length), rows, texts.listHint);
}

function lineOf(hook: Hook): string {
  return [texts.listLine(hookInMrkdwn(hook), formatChannel(hook)), ...noticesOf(hook)].join(" ");
}

function noticesOf(hook: Hook): string[] {
  const { paused, awaited, secrets } = hook;
  const troubles = troublesOf(hook);
  const isOwn = troubles.some(({ channelId }) => channelId === hook.channelId);
  return [
    ...(troubles.length > 0 ? [texts.refuses(isOwn)] : []),
    ...(paused ? [texts.paused] : []),
    ...(awaited ? [texts.nothingDelivered] : []),
    ...(secrets.length > 1 ? [texts.oldSecretWorks] : []),
  ];
}

/** Opens a hook's window, at the tab in the words if there is one. */
export async function showHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Found> {
  const word = foldName(rest);
  const tab = hookWindow.tabs.find(({ name }) => name === word);
  if (word !== "" && !tab)
    throw new AppError("user", texts.tooMuch(rest.trim(), texts.typed(`show ${hook.name}`)));
  return {
    data: () => factsOf(hook, context),
    draw: () => ({ shows: hookWindow, subject: hook.id, ...(tab && { tab: tab.name }) }),
  };
}

async function factsOf(hook: Hook, { incidents, eventLog }: AlertsContext) {
  const [open, latest] = await Promise.all([incidents.open(hook.id), eventLog(hook.id).latest()]);
  return hookFacts(hook, { openAlerts: open.length, lastDeliveryAtMs: latest?.receivedAtMs });
}
