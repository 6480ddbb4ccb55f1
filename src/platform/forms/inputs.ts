import type {
  Checkboxes,
  ConversationsSelect,
  InputBlock,
  MultiStaticSelect,
  NumberInput,
  PlainTextInput,
  StaticSelect,
  UsersSelect,
} from "@slack/types";
import { limits } from "../blocks/limits.ts";
import { plainText } from "../blocks/text.ts";
import { cutList } from "./texts.ts";
import type { Choice, FormField, FormState } from "./form.ts";

// https://docs.slack.dev/reference/block-kit/blocks/input-block
const labelLength = 2000;
const blockIdLength = 255;
// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longestText = 3000;

/** A field as an input block with its present value. Slack reports every change, so no input is lost. */
export function inputBlock(field: FormField, state: FormState, filling: number): InputBlock {
  return {
    type: "input",
    block_id: blockIdOf(field, state, filling),
    label: plainText(field.label, labelLength),
    element: elements[field.input](field, state),
    optional: typeof field.optional === "function" ? field.optional(state) : field.optional,
    dispatch_action: true,
    ...hintOf(field, state),
  };
}

/** A field's help, and a note if its select is cut. */
function hintOf(field: FormField, state: FormState): Pick<InputBlock, "hint"> {
  const help = typeof field.help === "function" ? field.help(state) : field.help;
  const hint = [...(help ? [help] : []), ...cutNote(field, state)].join(" ");
  return hint === "" ? {} : { hint: plainText(hint, labelLength) };
}

function cutNote({ input, choices, noneText, rest }: FormField, state: FormState): string[] {
  const count = isSelect({ input }) ? (choices?.(state).length ?? 0) : 0;
  const most = limits.select.options - (noneText === undefined ? 0 : 1);
  if (count <= most) return [];
  return [cutList(most, count), ...(rest === undefined ? [] : [rest])];
}

/**
 * A field's block id. It changes when the field's options do, and when we fill the form in: Slack keeps the input of
 * a block that it knows, and ignores our value.
 */
export function blockIdOf({ name, follows }: FormField, state: FormState, filling: number): string {
  const parts = [name, ...(filling > 0 ? [`${filling}`] : []), ...(follows ? [follows(state)] : [])];
  return parts.join(".").slice(0, blockIdLength);
}

type Element =
  | Checkboxes
  | ConversationsSelect
  | MultiStaticSelect
  | NumberInput
  | PlainTextInput
  | StaticSelect
  | UsersSelect;

const elements: Record<FormField["input"], (field: FormField, state: FormState) => Element> = {
  text: textElement,
  lines: (field, state) => ({ ...textElement(field, state), multiline: true }),
  number: numberElement,
  select: selectElement,
  many: manyElement,
  toggle: toggleElement,
  person: personElement,
  channel: channelElement,
};

/** The value of the option that clears a select. */
export const nothingChosen = "-";

/** The value of a toggle's only option. */
export const toggledOn = "on";

const whileTyping: Pick<PlainTextInput, "dispatch_action_config"> = {
  dispatch_action_config: { trigger_actions_on: ["on_character_entered"] },
};

function textElement(field: FormField, { values }: FormState): PlainTextInput {
  const value = values[field.name];
  const { maxLength = longestText } = field;
  return {
    type: "plain_text_input",
    action_id: field.name,
    max_length: maxLength,
    ...whileTyping,
    ...(typeof value === "string" && value !== "" ? { initial_value: value.slice(0, maxLength) } : {}),
    ...(field.placeholder ? { placeholder: plainText(field.placeholder, limits.select.placeholder) } : {}),
  };
}

function numberElement(field: FormField, { values }: FormState): NumberInput {
  const value = values[field.name];
  return {
    type: "number_input",
    action_id: field.name,
    is_decimal_allowed: field.decimal === true,
    ...whileTyping,
    ...(fits(field, value) ? { initial_value: decimals(value) } : {}),
    ...(field.min === undefined ? {} : { min_value: String(field.min) }),
    ...(field.max === undefined ? {} : { max_value: String(field.max) }),
  };
}

/** Slack refuses a whole view if its input would not take an initial value. */
function fits({ decimal, min = -Infinity, max = Infinity }: FormField, value: unknown): value is number {
  if (typeof value !== "number" || !(decimal ? Number.isFinite(value) : Number.isSafeInteger(value)))
    return false;
  return value >= min && value <= max;
}

// More than a double has.
const mostDecimals = 100;

/** A number without an exponent, which Slack's input does not take. */
function decimals(value: number): string {
  return value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: mostDecimals });
}

function selectElement(field: FormField, state: FormState): StaticSelect {
  const choices = choicesOf(field, state);
  const options = choices.map(option);
  const chosen = options.find(({ value }) => value === String(state.values[field.name]));
  const placeholder = field.placeholder ?? noneTextOf(field, state);
  return {
    type: "static_select",
    action_id: field.name,
    ...(choices.some(({ group }) => group !== undefined) ? { option_groups: grouped(choices) } : { options }),
    ...(chosen ? { initial_option: chosen } : {}),
    ...(placeholder ? { placeholder: plainText(placeholder, limits.select.placeholder) } : {}),
  };
}

function manyElement(field: FormField, state: FormState): MultiStaticSelect {
  const options = choicesOf(field, state).map(option);
  const values = chosenIn(state.values[field.name]);
  const chosen = options.filter(({ value }) => values.has(value));
  return {
    type: "multi_static_select",
    action_id: field.name,
    options,
    ...(chosen.length > 0 ? { initial_options: chosen } : {}),
    ...(field.placeholder ? { placeholder: plainText(field.placeholder, limits.select.placeholder) } : {}),
  };
}

/** The chosen values of a field: of several, all. */
function chosenIn(value: unknown): ReadonlySet<string> {
  return new Set((Array.isArray(value) ? value : [value]).map(String));
}

/** True for a field with choices: people take one or several. */
export function isSelect({ input }: Pick<FormField, "input">): boolean {
  return input === "select" || input === "many";
}

/** Choices under their headings, in their order. */
function grouped(choices: readonly Choice[]) {
  const byGroup = Map.groupBy(choices, ({ group }) => group ?? "Default");
  return [...byGroup].map(([label, all]) => ({
    label: plainText(label, limits.option.text),
    options: all.map(option),
  }));
}

/** What an empty select means. It stands in the select while nothing is chosen. */
function noneTextOf({ noneText }: Pick<FormField, "noneText">, state: FormState): string | undefined {
  return typeof noneText === "function" ? noneText(state) : noneText;
}

/**
 * Slack cannot clear a select, so an optional one has an option for it. What is chosen is always among the options
 * shown.
 */
function choicesOf({ name, choices, noneText }: FormField, state: FormState): Choice[] {
  const text = noneTextOf({ noneText }, state);
  const nothing = text === undefined ? [] : [{ value: nothingChosen, text }];
  const all = choices?.(state) ?? [];
  const most = limits.select.options - nothing.length;
  const values = chosenIn(state.values[name]);
  const chosen = all.slice(most).filter(({ value }) => values.has(value));
  return [...nothing, ...chosen, ...all].slice(0, limits.select.options);
}

function toggleElement(field: FormField, { values }: FormState): Checkboxes {
  const on = option({ value: toggledOn, text: field.toggleText ?? field.label });
  return {
    type: "checkboxes",
    action_id: field.name,
    options: [on],
    ...(values[field.name] === true ? { initial_options: [on] } : {}),
  };
}

function personElement({ name, placeholder }: FormField, { values }: FormState): UsersSelect {
  const chosen = values[name];
  return {
    type: "users_select",
    action_id: name,
    ...(typeof chosen === "string" && /^[UW][A-Z0-9]+$/.test(chosen) ? { initial_user: chosen } : {}),
    ...(placeholder ? { placeholder: plainText(placeholder, limits.select.placeholder) } : {}),
  };
}

function channelElement({ name, placeholder }: FormField, { values }: FormState): ConversationsSelect {
  const chosen = values[name];
  return {
    type: "conversations_select",
    action_id: name,
    filter: { include: ["public", "private"] },
    ...(typeof chosen === "string" && /^[CG][A-Z0-9]+$/.test(chosen) ? { initial_conversation: chosen } : {}),
    ...(placeholder ? { placeholder: plainText(placeholder, limits.select.placeholder) } : {}),
  };
}

function option({ value, text }: Choice) {
  return { text: plainText(text, limits.option.text), value };
}
