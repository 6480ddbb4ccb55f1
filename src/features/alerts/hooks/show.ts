import { commandButton } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import type { WindowStart } from "../../../platform/forms/window.ts";
import type { AlertsContext } from "../context.ts";
import { troublesOf } from "../outbox/unreachable.ts";
import { type NamedHook, hookInMrkdwn, listReply, nothingAfter, showButton } from "./parts.ts";
import type { Hook } from "./record.ts";
import * as texts from "./texts.ts";
import { hookWindow } from "./window.ts";

/** Lists all hooks, the oldest first, each with a button that opens its window. */
export async function listHooks(words: string, { hooks }: Pick<AlertsContext, "hooks">): Promise<Reply> {
  nothingAfter(words, "/db alerts hooks");
  const all = await hooks.list();
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
export async function showHook({ hook, rest }: NamedHook): Promise<WindowStart> {
  const word = foldName(rest);
  const tab = hookWindow.tabs.find(({ name }) => name === word);
  if (word !== "" && !tab)
    throw new AppError("user", texts.tooMuch(rest.trim(), texts.typed(`show ${hook.name}`)));
  return { shows: hookWindow, subject: hook.id, ...(tab && { tab: tab.name }) };
}
