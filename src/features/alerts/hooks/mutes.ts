import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import { hashText } from "../../../lib/hash.ts";
import { type NamedHook, changeHook, hookInMrkdwn, listReply, nothingAfter } from "./parts.ts";

/** Lists the muted alerts of a hook, each with a button that unmutes it. */
export async function listMutes({ hook, rest }: NamedHook): Promise<Reply> {
  nothingAfter(rest, `/db hook mutes ${hook.name}`);
  const mutes = mutesOf(hook);
  const name = hookInMrkdwn(hook);
  if (mutes.length === 0)
    return say(
      `No alert of ${name} is muted. To mute one, choose “Mute this alert…” behind “⋯” on its message.`,
    );
  const headline = `*${plural(mutes.length, "alert")}* of ${name} ${mutes.length === 1 ? "is" : "are"} muted: nobody is told of ${mutes.length === 1 ? "it" : "them"}.`;
  const rows = mutes.map(({ title, userId, at, ref }, index) => ({
    line: `${index + 1}. ${escapeName(title, 200)}, by <@${userId}>, ${slackDate(new Date(at))}`,
    button: commandButton("Unmute", `hook unmute ${hook.id} ${ref}`),
  }));
  return listReply(headline, rows, `To unmute one: ${code(`/db hook unmute ${hook.name} <number>`)}`);
}

/** Unmutes an alert by its number in the list or by the reference in the list's buttons. */
export async function unmute({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const { key, title } = muteNamed(rest.trim().replace(/^#/, ""), hook);
  await changeHook(hook, context, (present) => {
    const { [key]: _unmuted, ...muted } = present.muted;
    return { ...present, muted };
  });
  return say(`“${escapeName(title)}” of ${hookInMrkdwn(hook)} is told again from its next delivery on.`);
}

/** The oldest first. `ref` is a short reference for commands, because a key may be long and hold any character. */
function mutesOf({ muted }: Hook) {
  return Object.entries(muted)
    .map(([key, mute]) => ({ ...mute, key, ref: `mute-${hashText(key, 16)}` }))
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.key.localeCompare(b.key));
}

function muteNamed(word: string, hook: Hook) {
  const mutes = mutesOf(hook);
  const found = /^\d{1,4}$/.test(word) ? mutes[Number(word) - 1] : mutes.find(({ ref }) => ref === word);
  if (found) return found;
  const what = word.startsWith("mute-")
    ? "That alert is unmuted already."
    : word === ""
      ? "Say which alert, by its number."
      : `“${word}” is no number of a muted alert.`;
  throw new AppError(word === "" ? "user" : "missing", `${what} \`/db hook mutes ${hook.name}\` lists them.`);
}
