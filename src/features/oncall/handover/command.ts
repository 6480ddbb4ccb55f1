import {
  behindName,
  changeHook,
  discardQuietly,
  findHook,
  type Hook,
  hookInMrkdwn,
  onHook,
  showButton,
  typed,
  whichHook,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { Asks } from "../../../platform/commands/entry.ts";
import { handoverForm } from "./form.ts";
import { handoverKinds, handoverNames, referencesOf } from "./record.ts";
import * as texts from "./texts.ts";

const nouns = ["hand-over|handover", "pagerduty|pager duty"];
const also = [
  "alert|alerts|hook|escalation|escalations|escalated",
  "hand|handed over",
  "to|for|of|with|by|and|a|signed",
];

const asks = {
  set: {
    nouns: [...nouns, "signed webhook"],
    verbs: ["set|connect|use|send|page|hand|escalate"],
    also,
    oneOf: ["to"],
    says: ["Hand over the alerts of {hook}", " to {to}"],
  },
  end: {
    nouns,
    verbs: ["$stop", "end|remove|disconnect|disable"],
    also,
    says: ["End the hand-over of {hook}"],
  },
} satisfies Record<string, Asks>;

const tooMuch = (_rest: string, { name }: Hook) => texts.usage(typed(`handover ${name} pagerduty`));

const to = argument(
  behindName("pager ?duty|web ?hook", {
    read: (words) => foldName(words).replaceAll(" ", ""),
    slot: {
      isOne: true,
      parts: [
        [/pager ?duty/, "pagerduty"],
        [/webhook/, "webhook"],
      ],
    },
  }),
  z.enum(handoverKinds),
).describe("Who takes over");

/** `/db alerts hooks handover checkout pagerduty`. The key is asked in a form, so it is never typed here. */
const set = call({
  name: "hooks_handover",
  title: "Hand over a hook's alerts",
  summary: "Opens the form that hands escalated alerts over to PagerDuty or a signed webhook.",
  effect: "change",
  opens: true,
  line: "alerts hooks handover {hook} {to}",
  verb: "handover",
  missing: { hook: whichHook },
  args: z.object({ hook, to: to.optional() }),
  asks: asks.set,
  async run({ hook: named, to: kind }, context: OncallContext) {
    const found = await findHook(named, context, tooMuch);
    if (kind === undefined) return present(found);
    if (!found.escalation)
      throw new AppError("user", texts.escalateFirst(typed(`escalate ${found.name} @oncall after 15`)));
    return { opens: handoverForm, given: { hookId: found.id, kind } };
  },
});

/** `/db alerts hooks handover checkout off`. */
const end = onHook({
  name: "hooks_end_handover",
  title: "End a hook's hand-over",
  summary: "Escalated alerts of a hook are no longer handed over.",
  effect: "change",
  word: "handover",
  end: "off",
  tooMuch,
  asks: asks.end,
  async run(found, context) {
    const before = found.handover;
    await changeHook(found, context, (latest) => ({ ...latest, handover: undefined }));
    if (before) await discardQuietly(referencesOf(before), context);
    return say(texts.isOff(hookInMrkdwn(found)), [showButton(found)]);
  },
});

/** What can be asked for about hand-overs. */
export const handoverCalls = [set, end] as const;

/** Who takes over now, with a button for each who could. */
function present({ id, name, handover }: Hook) {
  const shown = hookInMrkdwn({ name });
  return say(
    handover ? texts.isOn(shown, handoverNames[handover.kind], handover.host) : texts.isOff(shown),
    handoverKinds.map((each) =>
      commandButton(texts.choose[each], { call: "hooks_handover", args: { hook: id, to: each } }),
    ),
  );
}
