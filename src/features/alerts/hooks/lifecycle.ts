import { z } from "zod";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { formatChannel, visible } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { unquoted } from "../../../lib/names.ts";
import { foldName, formatList, plural } from "../../../lib/text.ts";
import { howToSend } from "./sending.ts";
import * as texts from "./texts.ts";
import { type Hook, type HookSecret, keptSecret, newHookSecret } from "./record.ts";
import {
  behindName,
  changeHook,
  findHook,
  hookIn,
  hookInMrkdwn,
  isSigned,
  onHook,
  removeKnownHook,
  showButton,
} from "./parts.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";

const again = argument(
  behindName("again", {
    read: () => true,
    write: (isAgain) => (isAgain === true ? "again" : ""),
    isForPeople: true,
  }),
  z.boolean(),
).describe("True to replace the newer one of two secrets, if it was lost");

const tooMuch = (_rest: string, { name }: Hook) => texts.rotateUsage(name);

/** `/db alerts hooks rotate checkout`: adds a second secret. With `again`, it replaces the newer one. */
const rotate = call({
  name: "hooks_rotate",
  title: "Rotate a hook's secret",
  summary: "Makes a new secret for a hook. The old one works for a while.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks rotate {hook} {again}",
  verb: "rotate",
  missing: { hook: texts.whichHook },
  args: z.object({ hook, again: again.optional() }),
  asks: {
    means: ["rotate {hook}", "rotate secret {hook}", "rotate hook|secret"],
    around: "alert secret hook want",
    says: ["Rotate the secret of {hook}"],
  },
  run: async ({ hook: named, again: isAgain = false }, context: AlertsContext) =>
    newSecret(await findHook(named, context, tooMuch), context, ({ name, secrets: [newest, old] }) => {
      if (!old || isAgain) return old ?? newest;
      throw new AppError("conflict", texts.twoSecrets(name));
    }),
});

/** `/db alerts hooks rotate checkout done`: drops the older secret. A person who types that has said that they want it. */
const dropSecret = call({
  name: "hooks_drop_secret",
  title: "Drop a hook's old secret",
  summary: "Ends the older one of a hook's two secrets.",
  effect: "destroy",
  isSecondary: true,
  line: "alerts hooks rotate {hook} done",
  verb: "rotate",
  missing: { hook: texts.whichHook },
  args: z.object({ hook }),
  asks: {
    means: ["delete|end old secret {hook}", "delete|end old {hook}", "rotate {hook} end"],
    around: "alert secret hook rotate",
    says: ["Drop the old secret of {hook}"],
  },
  async confirm({ hook: named }, context: AlertsContext, { mayConfirm = false }) {
    const { name, secrets } = await findHook(named, context, tooMuch);
    if (mayConfirm || !secrets[1]) return undefined;
    return { text: texts.dropQuestion(visible(name)).text, yes: texts.dropSecret };
  },
  run: async ({ hook: named }, context) => dropOld(await findHook(named, context, tooMuch), context),
});

/** Stores a new secret beside the one that stays, and shows it. */
async function newSecret(
  hook: Hook,
  context: AlertsContext,
  staying: (present: Hook) => HookSecret | undefined,
): Promise<Reply> {
  const secret = newHookSecret();
  const { sealer, now, publicUrl } = context;
  const fresh = keptSecret(secret, { hookId: hook.id, isSigned: isSigned(hook), at: now(), sealer });
  const changed = await changeHook(hook, context, (present) => {
    const old = staying(present);
    return { ...present, secrets: old ? [fresh, old] : [fresh] };
  });
  return howToSend(changed, secret, publicUrl, {
    headline: texts.newSecret(hookInMrkdwn(changed)),
    small: texts.newSecretHint(changed.name),
    buttons: [dropButton(changed), showButton(changed)],
  });
}

/** Drops the old secret after a confirmation. */
export function dropButton({ id, name }: Hook) {
  const question = texts.dropQuestion(visible(name));
  return commandButtonAfter(question, texts.dropSecret, {
    call: "hooks_drop_secret",
    args: { hook: id },
    yes: true,
  });
}

async function dropOld(hook: Hook, context: AlertsContext): Promise<Reply> {
  const changed = await changeHook(hook, context, (present) => {
    const { name, secrets } = present;
    if (secrets.length > 1) return { ...present, secrets: secrets.slice(0, 1) };
    throw new AppError("conflict", texts.oneSecret(name));
  });
  const [kept] = changed.secrets;
  const made = kept ? slackDate(new Date(kept.createdAt)) : "";
  const text = texts.secretDropped(hookInMrkdwn(hook), made);
  return say(text, [showButton(hook)]);
}

/** `/db alerts hooks pause checkout`: it still accepts deliveries, but posts none of them. */
const pause = onHook({
  name: "hooks_pause",
  title: "Pause a hook",
  summary: "Drops what a hook receives until it is resumed.",
  effect: "change",
  word: "pause",
  asks: {
    means: ["pause|stop|mute {hook}", "pause hook"],
    around: "alert hook post time end pause mute stop",
    says: ["Pause the hook {hook}"],
  },
  async run(found, context, { userId }) {
    const at = context.now().toISOString();
    const changed = await changeHook(found, context, (present) => ({
      ...present,
      paused: present.paused ?? { userId, at },
    }));
    const since = slackDate(new Date(changed.paused?.at ?? at));
    return say(texts.isPaused(hookInMrkdwn(found), since), [resumeButton(found), showButton(found)]);
  },
});

/** `/db alerts hooks resume checkout`: it posts what arrives from now on. */
const resume = onHook({
  name: "hooks_resume",
  title: "Resume a hook",
  summary: "Posts again what a hook receives.",
  effect: "change",
  isSecondary: true,
  word: "resume",
  asks: {
    means: ["resume {hook}", "start {hook}", "resume hook", "wake {hook}"],
    around: "alert hook post again want time",
    says: ["Resume the hook {hook}"],
  },
  async run(found, context) {
    let was = found.paused;
    const changed = await changeHook(found, context, (present) => {
      was = present.paused;
      return { ...present, paused: undefined };
    });
    if (was) for (const part of context.hookParts) await part.resumed?.(changed, context);
    const location = formatChannel(changed);
    const name = hookInMrkdwn(found);
    const text = was
      ? texts.resumed(name, location, slackDate(new Date(was.at)))
      : texts.notPaused(name, location);
    return say(text, [showButton(found)]);
  },
});

/** The button that resumes a paused hook. */
export function resumeButton({ id }: { id: string }) {
  return commandButton(texts.resumeButton, { call: "hooks_resume", args: { hook: id } });
}

/**
 * `/db alerts hooks delete checkout`: asks, and says what depends on it. Its name once more is a yes, as buttons of older
 * versions have it.
 */
const deleteHook = call({
  name: "hooks_delete",
  title: "Delete a hook",
  summary: "Deletes a hook with its rules and mutes, once that is confirmed.",
  effect: "destroy",
  line: "alerts hooks delete {hook}",
  verb: "delete",
  missing: { hook: texts.whichHook },
  args: z.object({ hook }),
  asks: {
    means: ["delete {hook}", "delete hook"],
    around: "alert hook want end",
    says: ["Delete the hook {hook}"],
  },
  takesNameAgain: true,
  async confirm({ hook: named }, context: AlertsContext, { mayConfirm = false }) {
    const { found, isRepeated } = await toDelete(named, context);
    if (isRepeated && mayConfirm) return undefined;
    const openAlerts = (await context.incidents.open(found.id)).length;
    const command = texts.typed(`delete ${found.name} yes`);
    return {
      text: texts.askDelete(hookInMrkdwn(found), command, effectsOf(found, openAlerts)),
      yes: texts.deleteButton,
      others: [showButton(found)],
    };
  },
  async run({ hook: named }, context) {
    const { found } = await toDelete(named, context);
    if (!(await removeKnownHook(found, context)))
      throw new AppError("missing", texts.alreadyDeleted(found.name));
    return say(texts.deleted(hookInMrkdwn(found), formatChannel(found)));
  },
});

/** What can be asked for about the secrets of hooks, their pauses and their end. */
export const lifecycleCalls = [rotate, dropSecret, pause, resume, deleteHook] as const;

async function toDelete(
  words: string,
  context: AlertsContext,
): Promise<{ found: Hook; isRepeated: boolean }> {
  const { hook: found, rest } = await hookIn(words, context);
  const again = foldName(unquoted(rest.trim()));
  const isRepeated = again === foldName(found.name);
  if (again === "" || isRepeated) return { found, isRepeated };
  throw new AppError("user", texts.tooMuch(rest.trim(), texts.typed(`delete ${found.name}`)));
}

/** Deletes a hook after a confirmation that says what depends on it. */
export function deleteButton(hook: Hook, openAlerts: number) {
  const question = texts.deleteQuestion(visible(hook.name), effectsOf(hook, openAlerts));
  return commandButtonAfter(question, texts.deleteButton, {
    call: "hooks_delete",
    args: { hook: hook.id },
    yes: true,
  });
}

/** What happens with a deletion, as plain text that is also valid mrkdwn. */
function effectsOf({ rules, muted, mapping }: Hook, openAlerts: number): string {
  const mutes = Object.keys(muted).length;
  const lost = [
    ...(rules.length > 0 ? [plural(rules.length, "rule")] : []),
    ...(mutes > 0 ? [plural(mutes, "muted alert")] : []),
    ...(mapping ? [texts.itsMapping] : []),
  ];
  return texts.deleteEffects(openAlerts, formatList(lost));
}
