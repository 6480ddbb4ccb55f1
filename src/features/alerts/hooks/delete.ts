import { commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Asker } from "../../../platform/context.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, formatList, plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import { hookInMrkdwn, type NamedHook, removeKnownHook, showButton } from "./parts.ts";
import * as texts from "./texts.ts";

/** Deletes a hook if its name is repeated, as its button does. Otherwise asks, and says what depends on the hook. */
export async function deleteHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  { mayConfirm = false }: Asker,
): Promise<Reply> {
  const again = foldName(rest);
  const isRepeated = again === foldName(hook.name);
  if (again === "" || (isRepeated && !mayConfirm)) {
    const openAlerts = (await context.incidents.open(hook.id)).length;
    const command = texts.typed(`delete ${hook.name} ${hook.name}`);
    return say(texts.askDelete(hookInMrkdwn(hook), command, effectsOf(hook, openAlerts)), [
      deleteButton(hook, openAlerts),
      showButton(hook),
    ]);
  }
  if (!isRepeated) throw new AppError("user", texts.deleteTwice(hook.name));
  if (!(await removeKnownHook(hook, context))) throw new AppError("missing", texts.alreadyDeleted(hook.name));
  return say(texts.deleted(hookInMrkdwn(hook), formatChannel(hook)));
}

/** Deletes a hook after a confirmation that says what depends on it. */
export function deleteButton(hook: Hook, openAlerts: number) {
  const question = texts.deleteQuestion(visible(hook.name), effectsOf(hook, openAlerts));
  return commandButtonAfter(question, texts.deleteButton, `alerts hooks delete ${hook.id} ${hook.name}`);
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
