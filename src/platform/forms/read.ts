import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import type { Form, FormField, FormStep, FormValues } from "./form.ts";
import { nothingChosen, toggledOn } from "./inputs.ts";
import { fieldsOf } from "./state.ts";

const ElementState = z.looseObject({
  value: z.string().nullish(),
  selected_option: z.looseObject({ value: z.string() }).nullish(),
  selected_user: z.string().nullish(),
  selected_conversation: z.string().nullish(),
  selected_options: z.array(z.looseObject({ value: z.string() })).nullish(),
});
type ElementState = z.infer<typeof ElementState>;

/** `view.state.values` as Slack sends it: block_id -> action_id -> the element's state. */
export const ViewValues = z.record(z.string(), z.record(z.string(), ElementState));

/** The private metadata of our views: ids only. */
export const FormTicket = z.object({
  formId: z.string(),
  attempt: z.number().int(),
  /** The view's step. */
  step: z.string(),
  /** The hash of what was shown, if the button agrees to exactly that. */
  hash: z.string().optional(),
});
export type FormTicket = z.infer<typeof FormTicket>;

const Words = z.looseObject({ text: z.string() }).nullish();

/** A form's view, as Slack sends it with every action. */
export const FormView = z.looseObject({
  id: z.string(),
  callback_id: z.string(),
  private_metadata: JsonText.pipe(FormTicket),
  state: z.looseObject({ values: ViewValues }),
  hash: z.string().optional(),
  title: Words,
  submit: Words,
  close: Words,
  // Slack returns our own blocks, and we only send them again.
  blocks: z.array(z.custom<KnownBlock>()).default([]),
});
export type FormView = z.infer<typeof FormView>;

/** Something that a person did in an open form. */
export interface FormEvent {
  form: Form;
  view: FormView;
  userId: string;
  userName: string;
  /** When they did it, by Slack's clock in seconds, if Slack says. */
  actedAt?: string;
}

const DrawnInput = z.looseObject({
  type: z.literal("input"),
  block_id: z.string(),
  element: z.looseObject({
    action_id: z.string(),
    initial_value: z.string().optional(),
    initial_option: z.looseObject({ value: z.string() }).optional(),
    initial_user: z.string().optional(),
    initial_conversation: z.string().optional(),
    initial_options: z.array(z.looseObject({ value: z.string() })).optional(),
  }),
});

/** The values that a view was drawn with, as its state has them before its person changes one. */
export function drawnState(blocks: readonly unknown[]): z.infer<typeof ViewValues> {
  const drawn = blocks.flatMap((block) => DrawnInput.safeParse(block).data ?? []);
  return Object.fromEntries(
    drawn.map(({ block_id: blockId, element }) => {
      const {
        action_id: actionId,
        initial_value: value,
        initial_option,
        initial_user,
        initial_conversation,
        initial_options,
      } = element;
      const state = {
        value,
        selected_option: initial_option,
        selected_user: initial_user,
        selected_conversation: initial_conversation,
      };
      return [blockId, { [actionId]: { ...state, selected_options: initial_options } }];
    }),
  );
}

/** Reads a step's values from a view's state, and the block of each. */
export function readStep(step: FormStep, state: z.infer<typeof ViewValues>): ReadStep {
  const fields = new Map(fieldsOf(step).map((field) => [field.name, field]));
  const values: Record<string, unknown> = {};
  const blockIdByField = new Map<string, string>();
  for (const [blockId, elements] of Object.entries(state)) {
    for (const [actionId, element] of Object.entries(elements)) {
      const field = fields.get(actionId);
      if (!field) continue;
      blockIdByField.set(field.name, blockId);
      values[field.name] = readField[field.input](element, field);
    }
  }
  return { values, blockIdByField };
}

/** The values of a view's state. */
export interface ReadStep {
  /** An emptied field is undefined here, to replace an older value. */
  values: FormValues;
  blockIdByField: ReadonlyMap<string, string>;
}

const readField: Record<FormField["input"], (element: ElementState, field: FormField) => unknown> = {
  text: ({ value }) => value ?? undefined,
  lines: ({ value }) => value ?? undefined,
  number: ({ value }) => toNumber(value),
  select: ({ selected_option: chosen }, { numeric }) => {
    if (chosen?.value === nothingChosen) return undefined;
    return numeric ? toNumber(chosen?.value) : chosen?.value;
  },
  many: ({ selected_options: chosen }) => (chosen?.length ? chosen.map(({ value }) => value) : undefined),
  person: ({ selected_user: chosen }) => chosen ?? undefined,
  channel: ({ selected_conversation: chosen }) => chosen ?? undefined,
  toggle: ({ selected_options: chosen }, { initial }) => {
    if (chosen?.some(({ value }) => value === toggledOn)) return true;
    return initial === true ? false : undefined;
  },
};

/** Text that is not a number stays text, so the schema reports it. */
function toNumber(text: string | null | undefined): number | string | undefined {
  if (text == null || text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
