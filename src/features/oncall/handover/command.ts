import { z } from "zod";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, preformatted, section } from "../../../platform/blocks/text.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import type { Accepted, Form, FormField, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { assertOutward, outwardAddress } from "../../../platform/http/outward.ts";
import {
  type Hook,
  behindName,
  changeHook,
  discardQuietly,
  findHook,
  hookInMrkdwn,
  onHook,
  showButton,
  typed,
  whichHook,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { answersAddress } from "./deliver.ts";
import { type Handover, type HandoverKind, handoverKinds, handoverNames, referencesOf } from "./record.ts";
import { isReference, keepTyped, readTyped } from "./secrets.ts";
import * as texts from "./texts.ts";

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
  isSecondary: true,
  opens: true,
  line: "alerts hooks handover {hook} {to}",
  verb: "handover",
  missing: { hook: whichHook },
  args: z.object({ hook, to: to.optional() }),
  asks: {
    means: ["handover", "handover {hook}", "handover alert", "escalate post {to}"],
    around: "alert hook set escalate post connect oncall",
    says: ["Hand over the alerts of {hook}", " to {to}"],
  },
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
  isSecondary: true,
  word: "handover",
  end: "off",
  tooMuch,
  asks: {
    means: ["end|delete handover"],
    around: "alert hook escalate post",
    says: ["End the hand-over of {hook}"],
  },
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

const { form: words } = texts;

const Facts = z.object({
  hookId: z.string(),
  hookName: z.string(),
  kind: z.enum(handoverKinds),
  address: z.string(),
});

const isFor =
  (kind: HandoverKind) =>
  ({ facts }: FormState) =>
    Facts.parse(facts).kind === kind;

const fields: readonly FormField[] = [
  secretField("routingKey", words.routingKey, words.routingKeyHelp, "pagerduty"),
  { ...secretField("answersKey", words.answersKey, words.answersKeyHelp, "pagerduty"), optional: true },
  secretField("url", words.url, words.urlHelp, "webhook"),
  secretField("signingSecret", words.signingSecret, words.signingSecretHelp, "webhook"),
];

function secretField(name: string, label: string, help: string, kind: HandoverKind): FormField {
  return {
    name,
    label,
    help,
    input: "text",
    optional: false,
    secret: true,
    maxLength: 1_000,
    shows: isFor(kind),
  };
}

/** The form that asks for the key with which a hook's alerts are handed over. */
export const handoverForm: Form<OncallContext> = {
  name: "hand-over",
  access: "operator",
  title: words.title,
  submit: words.submit,
  begin,
  steps: [
    {
      name: "key",
      title: words.title,
      intro: ({ facts }) => {
        const { kind, hookName, address } = Facts.parse(facts);
        return [
          section(words.intro(hookInMrkdwn({ name: hookName }), handoverNames[kind])),
          ...(kind === "pagerduty" ? [section(words.answersStep), preformatted(address)] : []),
        ];
      },
      sections: [{ fields }],
    },
  ],
  problems: (state) =>
    fields
      .filter(({ shows, optional }) => shows?.(state) && optional === false)
      .filter(({ name }) => textIn(state.values, name).trim() === "")
      .map(({ name, label }) => ({ field: name, message: words.missing(label) })),
  accept,
};

async function begin(given: Readonly<Record<string, unknown>>, context: OncallContext): Promise<FormState> {
  const hook = await context.hooks.find(textIn(given, "hookId"));
  if (!hook) throw new AppError("missing", words.gone);
  const address = answersAddress(context.publicUrl, hook.id);
  return { values: {}, facts: { hookId: hook.id, hookName: hook.name, kind: given["kind"], address } };
}

async function accept({ values, facts, userId }: SubmittedForm, context: OncallContext): Promise<Accepted> {
  const { hookId, hookName, kind } = Facts.parse(facts);
  const typed = (name: string) => textIn(values, name).trim();
  const url = kind === "webhook" ? outwardAddress(typed("url")) : new URL(context.pagerDutyUrl);
  if (!url) return { problems: [{ field: "url", message: words.notHttps }] };
  if (kind === "webhook") {
    const refused = await refusalOf(url, context);
    if (refused !== undefined) return { problems: [{ field: "url", message: refused }] };
  }
  const signing = typed("signingSecret");
  if (kind === "webhook" && !isReference(signing) && !isSigningSecret(signing))
    return { problems: [{ field: "signingSecret", message: words.notASecret }] };
  const [keyField, key] =
    kind === "webhook" ? ["signingSecret", signing] : ["routingKey", typed("routingKey")];
  const kept: string[] = [];
  try {
    const keyRef = await keep("key", key);
    const addressRef = kind === "webhook" ? await keep("address", url.href) : undefined;
    const answersKey = typed("answersKey");
    const answersRef =
      kind === "pagerduty" && answersKey !== "" ? await keep("answers", answersKey) : undefined;
    const at = context.now().toISOString();
    const handover: Handover = { kind, keyRef, addressRef, answersRef, host: url.host, userId, at };
    let before: Handover | undefined;
    await changeHook({ id: hookId, name: hookName }, context, (present) => {
      before = present.handover;
      return { ...present, handover };
    });
    if (before) await discardQuietly(referencesOf(before), context);
    return { view: doneView(hookName, handover) };
  } catch (error) {
    await discardQuietly(kept, context);
    if (!isAppError(error, "user", "missing", "auth", "forbidden")) throw error;
    return { problems: [{ field: keyField ?? "", message: error.message }] };
  }

  /** Keeps what was typed, or takes a reference to where it is kept, which must lead to something. */
  async function keep(field: string, text: string): Promise<string> {
    if (isReference(text)) {
      await readTyped(text, context);
      return text;
    }
    const reference = await keepTyped(text, { name: `handover ${hookName}`, field }, context);
    kept.push(reference);
    return reference;
  }
}

/** Why nothing could be sent to an address; undefined if it can. */
async function refusalOf(url: URL, guard: Pick<OncallContext, "allowedHosts">): Promise<string | undefined> {
  try {
    await assertOutward(url, guard);
    return undefined;
  } catch (error) {
    if (!isAppError(error, "forbidden")) throw error;
    return error.message;
  }
}

// Standard Webhooks: base64 of 24 to 64 bytes.
function isSigningSecret(text: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text);
}

function doneView(hookName: string, { kind, answersRef, host }: Handover) {
  const name = hookInMrkdwn({ name: hookName });
  const small = kind === "pagerduty" && answersRef === undefined ? words.noAnswers : words.answers;
  return notice(words.title, [section(texts.isOn(name, handoverNames[kind], host)), smallPrint(small)]);
}
