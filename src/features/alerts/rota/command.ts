import { AppError } from "../../../lib/errors.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { onHook } from "../hooks/on-hook.ts";
import { hookInMrkdwn, showButton } from "../hooks/parts.ts";
import type { Hook } from "../hooks/record.ts";
import { rotaAsks } from "./asks.ts";
import { replaceRota } from "./change.ts";
import { rotaForm } from "./form.ts";
import * as texts from "./texts.ts";

const tooMuch = (_rest: string, { name }: Hook) => texts.usage(name);

/** `/db alerts hooks rota <hook>`: whom an escalation mentions. A form asks for the address. */
const follow = onHook({
  name: "hooks_rota",
  title: "Let a hook follow a rota",
  summary: "Opens the form for the iCal feed that says who is on call.",
  effect: "change",
  opens: true,
  word: "rota",
  tooMuch,
  asks: rotaAsks.follow,
  run(hook) {
    if (!hook.escalation) throw new AppError("user", texts.escalateFirst(hook.name));
    return { opens: rotaForm, given: { hookId: hook.id } };
  },
});

/** `/db alerts hooks rota <hook> off`. */
const end = onHook({
  name: "hooks_end_rota",
  title: "End a hook's rota",
  summary: "Escalated alerts of a hook mention the user group again.",
  effect: "change",
  word: "rota",
  end: "off",
  tooMuch,
  asks: rotaAsks.end,
  async run(hook, context) {
    await replaceRota(hook, undefined, context);
    return say(texts.isOff(hookInMrkdwn(hook)), [showButton(hook)]);
  },
});

/** What can be asked for about a hook's rota. */
export const rotaCalls = [follow, end] as const;
