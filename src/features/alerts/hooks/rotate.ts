import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { howToSend } from "./sending.ts";
import * as texts from "./texts.ts";
import { type Hook, type HookSecret, keptSecret, newHookSecret } from "./record.ts";
import { type NamedHook, changeHook, hookInMrkdwn, isSigned, nothingAfter, showButton } from "./parts.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import type { Asker } from "../../../platform/context.ts";

/** Adds a second secret to a hook, replaces the newer one (`again`), or drops the older one (`done`). */
export async function rotateHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  { mayConfirm = false }: Asker,
): Promise<Reply> {
  switch (foldName(rest)) {
    case "":
      return newSecret(hook, context, ({ name, secrets: [newest, old] }) => {
        if (!old) return newest;
        throw new AppError("conflict", texts.twoSecrets(name));
      });
    case "again":
      return newSecret(hook, context, ({ secrets }) => secrets[1] ?? secrets[0]);
    case "done":
      return mayConfirm || !hook.secrets[1] ? dropOld(hook, context) : askToDrop(hook);
    default:
      throw new AppError("user", texts.rotateUsage(hook.name));
  }
}

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
  return commandButtonAfter(question, texts.dropSecret, `alerts hooks rotate ${id} done`);
}

function askToDrop(hook: Hook): Reply {
  return say(texts.dropQuestion(visible(hook.name)).text, [dropButton(hook)]);
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

/** Pauses a hook: it still accepts deliveries, but posts none of them. */
export async function pauseHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  { userId }: Asker,
): Promise<Reply> {
  nothingAfter(rest, texts.typed(`pause ${hook.name}`));
  const at = context.now().toISOString();
  const changed = await changeHook(hook, context, (present) => ({
    ...present,
    paused: present.paused ?? { userId, at },
  }));
  const since = slackDate(new Date(changed.paused?.at ?? at));
  return say(texts.isPaused(hookInMrkdwn(hook), since), [resumeButton(hook), showButton(hook)]);
}

/** Resumes a hook: it posts what arrives from now on. */
export async function resumeHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  nothingAfter(rest, texts.typed(`resume ${hook.name}`));
  let was = hook.paused;
  const changed = await changeHook(hook, context, (present) => {
    was = present.paused;
    return { ...present, paused: undefined };
  });
  // What came while it was paused was no beat.
  if (was && changed.heartbeat)
    await context.heartbeats.begin(hook.id, changed.heartbeat, context.now().getTime());
  const location = formatChannel(changed);
  const name = hookInMrkdwn(hook);
  const text = was
    ? texts.resumed(name, location, slackDate(new Date(was.at)))
    : texts.notPaused(name, location);
  return say(text, [showButton(hook)]);
}

/** The button that resumes a paused hook. */
export function resumeButton({ id }: { id: string }) {
  return commandButton(texts.resumeButton, `alerts hooks resume ${id}`);
}
