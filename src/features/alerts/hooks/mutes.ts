import { z } from "zod";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { behindNumber, keepNumbers } from "../../../platform/ask/conversations.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { listReply } from "../../../platform/blocks/rows.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Button } from "@slack/types";
import { type Hook, isRuleMute } from "./record.ts";
import * as texts from "./texts.ts";
import { hashText } from "../../../lib/hash.ts";
import { behindName, changeHook, findHook, hookInMrkdwn, onHook } from "./parts.ts";

/** `/db alerts hooks mutes checkout`: lists its muted alerts, each with a button that unmutes it. */
const list = onHook({
  name: "hooks_mutes",
  title: "Muted alerts",
  summary: "Lists the muted alerts of a hook.",
  effect: "read",
  isSecondary: true,
  word: "mutes",
  asks: {
    means: ["mutes", "mutes {hook}", "mutes hook"],
    around: "alert hook list",
    says: ["Muted alerts of {hook}"],
  },
  async run(found, context, { userId }) {
    const rows = muteRows(found);
    const name = hookInMrkdwn(found);
    await keepNumbers(numbersOf(found), { ids: mutesOf(found).map(({ ref }) => ref) }, userId, context);
    if (rows.length === 0) return say(texts.noMutes(name));
    return listReply(texts.mutesTitle(rows.length, name), rows, texts.unmuteHint(found.name));
  },
});

const which = argument(
  behindName(String.raw`#?\d{1,4}|mute-\S+`, { slot: "number" }),
  z.string().trim().max(300),
).describe("The alert's number in the list");

/** `/db alerts hooks unmute checkout 2`: by its number in the list, or by the reference in the list's buttons. */
const unmute = call({
  name: "hooks_unmute",
  title: "Unmute an alert",
  summary: "Posts a muted alert again.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks unmute {hook} {words}",
  verb: "unmute",
  missing: { hook: texts.whichHook },
  args: z.object({ hook, words: which.optional() }),
  asks: {
    means: ["unmute", "unmute {hook}", "unmute {words}"],
    around: "alert hook mutes",
    says: ["Unmute alert {words} of {hook}"],
  },
  async pin({ hook: named, words = "" }, context: AlertsContext) {
    const found = await findHook(named, context, (rest, { name }) => texts.unmuteUnknown(rest, name));
    const { ref, title } = muteNamed(words.replace(/^#/, ""), found);
    return { args: { hook: found.id, words: ref }, shown: { words: title, hook: found.name } };
  },
  async run({ hook: named, words = "" }, context: AlertsContext, { userId }) {
    const found = await findHook(named, context, (rest, { name }) => texts.unmuteUnknown(rest, name));
    const word = await behindNumber(numbersOf(found), words.replace(/^#/, ""), userId, context);
    const { key, title } = muteNamed(word, found);
    await changeHook(found, context, (present) => {
      const { [key]: _unmuted, ...muted } = present.muted;
      return { ...present, muted };
    });
    return say(texts.unmuted(escapeName(title), hookInMrkdwn(found)));
  },
});

/** The list that a person saw numbers of. */
const numbersOf = ({ id }: Hook) => `mutes ${id}`;

/** What can be asked for about muted alerts. */
export const muteCalls = [list, unmute] as const;

/** The muted alerts of a hook as lines of mrkdwn, each with its button. */
export function muteRows(found: Hook): { line: string; button: Button }[] {
  return mutesOf(found).map(({ title, userId, at, ref, isRule }, index) => ({
    line: texts.muteLine(index + 1, escapeName(title, 200), isRule, `<@${userId}>`, slackDate(new Date(at))),
    button: commandButton(texts.unmuteButton, {
      call: "hooks_unmute",
      args: { hook: found.id, words: ref },
    }),
  }));
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
