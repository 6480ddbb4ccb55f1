import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Button } from "@slack/types";
import { type Hook, isRuleMute } from "./record.ts";
import * as texts from "./texts.ts";
import { hashText } from "../../../lib/hash.ts";
import { type NamedHook, changeHook, hookInMrkdwn, listReply, nothingAfter } from "./parts.ts";

/** Lists the muted alerts of a hook, each with a button that unmutes it. */
export async function listMutes({ hook, rest }: NamedHook): Promise<Reply> {
  nothingAfter(rest, texts.typed(`mutes ${hook.name}`));
  const rows = muteRows(hook);
  const name = hookInMrkdwn(hook);
  if (rows.length === 0) return say(texts.noMutes(name));
  return listReply(texts.mutesTitle(rows.length, name), rows, texts.unmuteHint(hook.name));
}

/** The muted alerts of a hook as lines of mrkdwn, each with its button. */
export function muteRows(hook: Hook): { line: string; button: Button }[] {
  return mutesOf(hook).map(({ title, userId, at, ref, isRule }, index) => ({
    line: texts.muteLine(index + 1, escapeName(title, 200), isRule, `<@${userId}>`, slackDate(new Date(at))),
    button: commandButton(texts.unmuteButton, `alerts hooks unmute ${hook.id} ${ref}`),
  }));
}

/** Unmutes an alert by its number in the list or by the reference in the list's buttons. */
export async function unmute({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const { key, title } = muteNamed(rest.trim().replace(/^#/, ""), hook);
  await changeHook(hook, context, (present) => {
    const { [key]: _unmuted, ...muted } = present.muted;
    return { ...present, muted };
  });
  return say(texts.unmuted(escapeName(title), hookInMrkdwn(hook)));
}

/** The oldest first. `ref` is a short reference for commands, because a key may be long and hold any character. */
function mutesOf({ muted }: Hook) {
  return Object.entries(muted)
    .map(([key, mute]) => ({ ...mute, key, ref: `mute-${hashText(key, 16)}`, isRule: isRuleMute(key) }))
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.key.localeCompare(b.key));
}

function muteNamed(word: string, hook: Hook) {
  const mutes = mutesOf(hook);
  const found = /^\d{1,4}$/.test(word) ? mutes[Number(word) - 1] : mutes.find(({ ref }) => ref === word);
  if (found) return found;
  if (word === "") throw new AppError("user", texts.unmuteWhich(hook.name));
  throw new AppError(
    "missing",
    word.startsWith("mute-") ? texts.unmutedAlready(hook.name) : texts.unmuteUnknown(word, hook.name),
  );
}
