import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { FormStart } from "../../../platform/commands/command.ts";
import type { AlertsContext } from "../context.ts";
import { type NamedHook, hookInMrkdwn, showButton } from "../hooks/parts.ts";
import { replaceRota } from "./change.ts";
import { rotaForm } from "./form.ts";
import * as texts from "./texts.ts";

/** `/db alerts hooks rota <hook> [off]`: whom an escalation mentions. A form asks for the address. */
export async function setRota({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply | FormStart> {
  const word = foldName(rest);
  if (word === "off") {
    await replaceRota(hook, undefined, context);
    return say(texts.isOff(hookInMrkdwn(hook)), [showButton(hook)]);
  }
  if (word !== "") throw new AppError("user", texts.usage(hook.name));
  if (!hook.escalation) throw new AppError("user", texts.escalateFirst(hook.name));
  return { opens: rotaForm, given: { hookId: hook.id } };
}
