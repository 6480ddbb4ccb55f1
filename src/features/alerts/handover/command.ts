import { foldName } from "../../../lib/text.ts";
import { AppError } from "../../../lib/errors.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { FormStart } from "../../../platform/commands/command.ts";
import type { AlertsContext } from "../context.ts";
import { type NamedHook, changeHook, hookInMrkdwn, showButton } from "../hooks/parts.ts";
import { typed } from "../hooks/texts.ts";
import { discardQuietly } from "./discard.ts";
import { handoverForm } from "./form.ts";
import { type HandoverKind, handoverKinds, handoverNames, referencesOf } from "./record.ts";
import * as texts from "./texts.ts";

/** `/db alerts hooks handover <hook> pagerduty|webhook|off`. The key is asked in a form, so it is never typed here. */
export async function setHandover(
  { hook, rest }: NamedHook,
  context: AlertsContext,
): Promise<Reply | FormStart> {
  const word = foldName(rest);
  const kind = kindIn(word);
  if (kind) {
    if (!hook.escalation)
      throw new AppError("user", texts.escalateFirst(typed(`escalate ${hook.name} @oncall after 15`)));
    return { opens: handoverForm, given: { hookId: hook.id, kind } };
  }
  const name = hookInMrkdwn(hook);
  if (word === "off") {
    const before = hook.handover;
    await changeHook(hook, context, (present) => ({ ...present, handover: undefined }));
    if (before) await discardQuietly(referencesOf(before), context);
    return say(texts.isOff(name), [showButton(hook)]);
  }
  if (word !== "") throw new AppError("user", texts.usage(typed(`handover ${hook.name} pagerduty`)));
  const { handover } = hook;
  return say(
    handover ? texts.isOn(name, handoverNames[handover.kind], handover.host) : texts.isOff(name),
    handoverKinds.map((each) =>
      commandButton(texts.choose[each], `alerts hooks handover ${hook.id} ${each}`),
    ),
  );
}

function kindIn(word: string): HandoverKind | undefined {
  return handoverKinds.find((kind) => kind === word.replaceAll(" ", ""));
}
