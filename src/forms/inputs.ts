import type { Checkboxes, InputBlock, NumberInput, PlainTextInput, StaticSelect } from "@slack/types";
import { plainText } from "../blocks/text.ts";
import { type Choice, type FormField, type FormValues, blockIdOf } from "./form.ts";

// https://docs.slack.dev/reference/block-kit/blocks/input-block
const labelLength = 2000;
// https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element
const placeholderLength = 150;
// https://docs.slack.dev/reference/block-kit/composition-objects/option-object
const optionTextLength = 75;

/** A field as an input block that holds its present value. */
export function inputBlock(field: FormField, values: FormValues): InputBlock {
  return {
    type: "input",
    block_id: blockIdOf(field, values),
    label: plainText(field.label, labelLength),
    element: elements[field.input](field, values),
    optional: field.optional,
    ...(field.help ? { hint: plainText(field.help, labelLength) } : {}),
    ...(field.redraws ? { dispatch_action: true } : {}),
  };
}

type Element = Checkboxes | NumberInput | PlainTextInput | StaticSelect;

const elements: Record<FormField["input"], (field: FormField, values: FormValues) => Element> = {
  text: textElement,
  number: numberElement,
  select: selectElement,
  toggle: toggleElement,
};

/** The one value of a toggle's only option. */
export const toggledOn = "on";

function textElement(field: FormField, values: FormValues): PlainTextInput {
  const value = values[field.name];
  return {
    type: "plain_text_input",
    action_id: field.name,
    ...(typeof value === "string" && value !== "" ? { initial_value: cut(value, field.maxLength) } : {}),
    ...(field.maxLength === undefined ? {} : { max_length: field.maxLength }),
    ...(field.placeholder ? { placeholder: plainText(field.placeholder, placeholderLength) } : {}),
  };
}

function cut(value: string, maxLength: number | undefined): string {
  return maxLength === undefined ? value : value.slice(0, maxLength);
}

function numberElement(field: FormField, values: FormValues): NumberInput {
  const value = values[field.name];
  return {
    type: "number_input",
    action_id: field.name,
    is_decimal_allowed: false,
    ...(fits(field, value) ? { initial_value: String(value) } : {}),
    ...(field.min === undefined ? {} : { min_value: String(field.min) }),
    ...(field.max === undefined ? {} : { max_value: String(field.max) }),
  };
}

/** Slack refuses a whole view for an initial value that its own input would not take. */
function fits({ min = -Infinity, max = Infinity }: FormField, value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

function selectElement(field: FormField, values: FormValues): StaticSelect {
  const options = (field.choices?.(values) ?? []).map(option);
  const chosen = options.find(({ value }) => value === String(values[field.name]));
  return {
    type: "static_select",
    action_id: field.name,
    options,
    ...(chosen ? { initial_option: chosen } : {}),
    ...(field.placeholder ? { placeholder: plainText(field.placeholder, placeholderLength) } : {}),
  };
}

function toggleElement(field: FormField, values: FormValues): Checkboxes {
  const on = option({ value: toggledOn, text: field.toggleText ?? field.label });
  return {
    type: "checkboxes",
    action_id: field.name,
    options: [on],
    ...(values[field.name] === true ? { initial_options: [on] } : {}),
  };
}

function option({ value, text }: Choice) {
  return { text: plainText(text, optionTextLength), value };
}
