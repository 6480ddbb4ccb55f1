import { commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { code, visible } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import { hookInMrkdwn, type NamedHook, removeKnownHook, showButton } from "./parts.ts";

/** Deletes a hook if its name is repeated, as its button does. Otherwise asks, and says what depends on the hook. */
export async function deleteHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const again = foldName(rest);
  if (again === "") {
    const openAlerts = (await context.incidents.open(hook.id)).length;
    const typed = code(`/db hook delete ${hook.name} ${hook.name}`);
    return say(
      `To delete ${hookInMrkdwn(hook)}, press the button, or say its name again: ${typed}.\n${dependsOn(hook, openAlerts)}`,
      [deleteButton(hook, openAlerts), showButton(hook)],
    );
  }
  if (again !== foldName(hook.name))
    throw new AppError(
      "user",
      `To delete “${hook.name}”, say its name again: \`/db hook delete ${hook.name} ${hook.name}\`.`,
    );
  if (!(await removeKnownHook(hook, context)))
    throw new AppError("missing", `The hook “${hook.name}” was deleted already.`);
  return say(
    `${hookInMrkdwn(hook)} is deleted: its address takes nothing any more. Its messages ${formatChannel(hook)} stay as they are. ${code("/db hook create #channel")} makes another one, with another address.`,
  );
}

/** Deletes a hook after a confirmation that says what depends on it. */
export function deleteButton(hook: Hook, openAlerts: number) {
  const question = {
    title: "Delete this hook?",
    text: `“${visible(hook.name)}”: ${dependsOn(hook, openAlerts)}`,
    yes: "Delete",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Delete", `hook delete ${hook.id} ${hook.name}`);
}

/** What depends on a hook, as plain text that is also valid mrkdwn. */
function dependsOn({ rules, muted, mapping }: Hook, openAlerts: number): string {
  const mutes = Object.keys(muted).length;
  const goes = [
    ...(rules.length > 0 ? [plural(rules.length, "rule")] : []),
    ...(mutes > 0 ? [plural(mutes, "muted alert")] : []),
    ...(mapping ? ["its mapping"] : []),
  ];
  return [
    "Senders that post to it are refused from then on.",
    openAlerts === 0
      ? "It has no open alerts."
      : `${plural(openAlerts, "open alert stays", "open alerts stay")} in the channel, and nothing updates ${openAlerts === 1 ? "it" : "them"} any more.`,
    ...(goes.length > 0 ? [`With it goes what was set up: ${goes.join(", ")}.`] : []),
    "This cannot be undone.",
  ].join(" ");
}
