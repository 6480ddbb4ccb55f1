import { discardQuietly, changeHook, type Hook, hookInMrkdwn } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { z } from "zod";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { within } from "../../../lib/clock.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { Accepted, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { assertOutward, outwardAddress } from "../../../platform/http/outward.ts";
import { isReference, keepTyped, readTyped } from "../handover/secrets.ts";
import type { Rota, RotaReading } from "./record.ts";
import { readRota } from "./refresh.ts";
import { onCallLine } from "./on-call.ts";
import * as texts from "./texts.ts";

const { form: words } = texts;
const field = "address";
/** Slack waits 3 s for the whole submission. */
const answerWithinMs = 1_500;

const Facts = z.object({ hookId: z.string(), hookName: z.string() });

/** The form that asks for the address of a rota. It holds a token, so no command has it. */
export const rotaForm: Form<OncallContext> = {
  name: "rota",
  access: "operator",
  title: words.title,
  submit: words.submit,
  begin,
  steps: [
    {
      name: "address",
      title: words.title,
      intro: ({ facts }) => [section(words.intro(hookInMrkdwn({ name: Facts.parse(facts).hookName })))],
      sections: [
        {
          fields: [
            {
              name: field,
              label: words.address,
              help: words.help,
              input: "text",
              optional: false,
              secret: true,
              maxLength: 2_000,
            },
          ],
        },
      ],
    },
  ],
  problems: ({ values }) => (textIn(values, field).trim() === "" ? [{ field, message: words.missing }] : []),
  accept,
};

async function begin(given: Readonly<Record<string, unknown>>, context: OncallContext): Promise<FormState> {
  const hook = await context.hooks.find(textIn(given, "hookId"));
  if (!hook) throw new AppError("missing", words.gone);
  return { values: {}, facts: { hookId: hook.id, hookName: hook.name } };
}

async function accept({ values, facts, userId }: SubmittedForm, context: OncallContext): Promise<Accepted> {
  const { hookId: id, hookName: name } = Facts.parse(facts);
  const typed = textIn(values, field).trim();
  try {
    const address = outwardAddress(isReference(typed) ? await readTyped(typed, context) : typed);
    if (!address) return { problems: [{ field, message: words.notAnAddress }] };
    await assertOutward(address, context);
    const reading = readRota(address.href, context);
    const read = await within(answerWithinMs, ifThere(reading), undefined);
    const addressRef = isReference(typed)
      ? typed
      : await keepTyped(address.href, { name: `rota ${name}`, field }, context);
    const rota = { addressRef, host: address.host, userId, at: context.now().toISOString() };
    const hook = await replaceRota({ id, name }, rota, context);
    if (read) await context.rotas.keep(id, { ...read, addressRef });
    else keepLater(id, rota, reading, context);
    const line = read ? await onCallLine(hook, context) : words.reading;
    const text = texts.isSet(hookInMrkdwn({ name }), escapeName(address.host));
    return { view: notice(words.title, [section(`${text}\n${line}`), smallPrint(words.small)]) };
  } catch (error) {
    if (!isAppError(error, "user", "missing", "auth", "forbidden", "upstream")) throw error;
    return { problems: [{ field, message: error.message }] };
  }
}

type Reading = Omit<RotaReading, "addressRef" | "trouble">;

/** A rate limit says nothing about the address, so the next round reads it. */
async function ifThere(reading: Promise<Reading>): Promise<Reading | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!isAppError(error, "limited")) throw error;
    return undefined;
  }
}

/** If it fails, the next round says why. */
function keepLater(
  hookId: string,
  { addressRef }: Rota,
  reading: Promise<Reading>,
  { rotas, log }: Pick<OncallContext, "rotas" | "log">,
): void {
  void reading
    .then((read) => rotas.keep(hookId, { ...read, addressRef }))
    .catch((err: unknown) =>
      log.info({ err, hookId }, "couldn't read a new rota; the next round tries again"),
    );
}

/** Changes or removes a hook's rota, and forgets the address of the one before. */
export async function replaceRota(
  hook: Pick<Hook, "id" | "name">,
  rota: Rota | undefined,
  context: Pick<OncallContext, "hooks" | "hookParts" | "audit" | "secrets" | "log">,
): Promise<Hook> {
  let before: Rota | undefined;
  try {
    const changed = await changeHook(hook, context, (present) => {
      before = present.rota;
      return { ...present, rota };
    });
    if (before && before.addressRef !== rota?.addressRef) await discardQuietly([before.addressRef], context);
    return changed;
  } catch (error) {
    // Nothing names it then.
    if (rota) await discardQuietly([rota.addressRef], context);
    throw error;
  }
}
