import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, visible } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { howToSend } from "./sending.ts";
import { type Hook, type HookSecret, keptSecret, newHookSecret } from "./record.ts";
import { type NamedHook, changeHook, hookInMrkdwn, isSigned, nothingAfter, showButton } from "./parts.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import type { Asker } from "../../../platform/context.ts";

/** Adds a second secret to a hook, replaces the newer one (`again`), or drops the older one (`done`). */
export async function rotateHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  switch (foldName(rest)) {
    case "":
      return newSecret(hook, context, ({ name, secrets: [newest, old] }) => {
        if (!old) return newest;
        throw new AppError(
          "conflict",
          `Two secrets of “${name}” work already. \`/db hook rotate ${name} done\` drops the older one; \`/db hook rotate ${name} again\` makes another in place of the newer one, if that was lost.`,
        );
      });
    case "again":
      return newSecret(hook, context, ({ secrets }) => secrets[1] ?? secrets[0]);
    case "done":
      return dropOld(hook, context);
    default:
      throw new AppError(
        "user",
        `After \`rotate ${hook.name}\` comes nothing, \`done\` to drop the old secret, or \`again\` when the new one is lost.`,
      );
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
    headline: `${hookInMrkdwn(changed)} has a new secret. The old one works as well, until you drop it.`,
    small: `The secret is shown this once. When the sender has it: ${code(`/db hook rotate ${changed.name} done`)} drops the old one.`,
    buttons: [dropButton(changed), showButton(changed)],
  });
}

/** Drops the old secret after a confirmation. */
export function dropButton({ id, name }: Hook) {
  const question = {
    title: "Drop the old secret?",
    text: `A sender that still has the old secret of “${visible(name)}” is refused from then on. Have you put the new one in its place everywhere?`,
    yes: "Drop the old one",
    no: "Keep both",
  };
  return commandButtonAfter(question, "Drop the old secret", `hook rotate ${id} done`);
}

async function dropOld(hook: Hook, context: AlertsContext): Promise<Reply> {
  const changed = await changeHook(hook, context, (present) => {
    const { name, secrets } = present;
    if (secrets.length > 1) return { ...present, secrets: secrets.slice(0, 1) };
    throw new AppError(
      "conflict",
      `“${name}” has one secret only, so there is no old one to drop. \`/db hook rotate ${name}\` makes a new one.`,
    );
  });
  const [kept] = changed.secrets;
  const text = `The old secret of ${hookInMrkdwn(hook)} is dropped. ${kept ? `Only the one made ${slackDate(new Date(kept.createdAt))} works now.` : ""}`;
  return say(text, [showButton(hook)]);
}

/** Pauses a hook: it still accepts deliveries, but posts none of them. */
export async function pauseHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  { userId }: Asker,
): Promise<Reply> {
  nothingAfter(rest, `/db hook pause ${hook.name}`);
  const at = context.now().toISOString();
  const changed = await changeHook(hook, context, (present) => ({
    ...present,
    paused: present.paused ?? { userId, at },
  }));
  const since = slackDate(new Date(changed.paused?.at ?? at));
  const text = `${hookInMrkdwn(hook)} is paused since ${since}. Senders are still answered, but nobody is told what they send, not even later, and not that an alert is over either.`;
  return say(text, [resumeButton(hook), showButton(hook)]);
}

/** Resumes a hook: it posts what arrives from now on. */
export async function resumeHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  nothingAfter(rest, `/db hook resume ${hook.name}`);
  let was = hook.paused;
  const changed = await changeHook(hook, context, (present) => {
    was = present.paused;
    return { ...present, paused: undefined };
  });
  const location = formatChannel(changed);
  const text = was
    ? `${hookInMrkdwn(hook)} goes on: what it is sent from now on shows ${location}. It was paused since ${slackDate(new Date(was.at))}.`
    : `${hookInMrkdwn(hook)} is not paused: what it is sent shows ${location}.`;
  return say(text, [showButton(hook)]);
}

/** The button that resumes a paused hook. */
export function resumeButton({ id }: { id: string }) {
  return commandButton("Resume", `hook resume ${id}`);
}
