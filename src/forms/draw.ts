import type { KnownBlock, ModalView } from "@slack/types";
import { modal } from "../blocks/modal.ts";
import { context, header, section } from "../blocks/text.ts";
import type { FormTicket } from "./event.ts";
import { type Form, type FormProblem, type FormValues, shownFields } from "./form.ts";
import { inputBlock } from "./inputs.ts";

interface Drawing {
  ticket: FormTicket;
  values: FormValues;
  /** Why the last attempt did not succeed, in mrkdwn, and on which field if the server named one. */
  refusal?: { message: string; field?: string };
}

/** A form as a modal, with what was typed in its place. */
export function drawForm(form: Form, { ticket, values, refusal }: Drawing): ModalView {
  const blocks = form.sections.flatMap(({ title, fields }) => {
    const shown = fields.filter(({ shows }) => shows?.(values) ?? true);
    const inputs = shown.flatMap((field): KnownBlock[] => [
      inputBlock(field, values),
      ...(refusal?.field === field.name ? [context(`:warning: ${refusal.message}`)] : []),
    ]);
    return inputs.length === 0 ? [] : [header(title), ...inputs];
  });
  const isPlaced = shownFields(form, values).some(({ name }) => name === refusal?.field);
  const banner = refusal
    ? [
        section(
          `:warning: *Nothing was created.* ${isPlaced ? "The cloud refused a field; see below." : refusal.message}`,
        ),
      ]
    : [];
  return modal({
    callbackId: callbackIdOf(form),
    title: form.title,
    submit: form.submit,
    close: "Cancel",
    privateMetadata: JSON.stringify(ticket),
    blocks: [...banner, ...blocks],
  });
}

/** The callback_id of a form's views. */
export function callbackIdOf({ name }: Pick<Form, "name">): string {
  return `form:${name}`;
}

/** Problems by the block that shows them, as Slack wants them; one whose field does not show lands on the first. */
export function errorsByBlock(
  blockIdByField: ReadonlyMap<string, string>,
  problems: readonly FormProblem[],
): Record<string, string> {
  const [firstBlockId = ""] = blockIdByField.values();
  const errors: Record<string, string> = {};
  for (const { field, message } of problems) {
    const blockId = blockIdByField.get(field) ?? firstBlockId;
    errors[blockId] = errors[blockId] === undefined ? message : `${errors[blockId]} ${message}`;
  }
  return errors;
}
