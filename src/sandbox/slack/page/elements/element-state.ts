import type { ElementData } from "../blocks/block-kit.ts";

/** An element's state as Slack sends it: `{ type, value }`, `{ type, selected_option }`, … */
export type ElementState = Record<string, unknown>;

/** Where the state of each kind of input keeps its value. */
const valueKeys: Readonly<Record<string, string>> = {
  plain_text_input: "value",
  email_text_input: "value",
  url_text_input: "value",
  number_input: "value",
  static_select: "selected_option",
  external_select: "selected_option",
  radio_buttons: "selected_option",
  users_select: "selected_user",
  channels_select: "selected_channel",
  conversations_select: "selected_conversation",
  multi_static_select: "selected_options",
  multi_external_select: "selected_options",
  checkboxes: "selected_options",
  multi_users_select: "selected_users",
  multi_channels_select: "selected_channels",
  multi_conversations_select: "selected_conversations",
  datepicker: "selected_date",
  timepicker: "selected_time",
  datetimepicker: "selected_date_time",
  rich_text_input: "rich_text_value",
  file_input: "files",
};

/** True for elements that hold a value: inputs, selects, pickers; not for buttons and menus. */
export function isStateful(element: ElementData): boolean {
  return element.type in valueKeys;
}

/** A state of `element` that holds `value`. */
export function stateWith(element: ElementData, value: unknown): ElementState {
  return { type: element.type, [keyOf(element)]: value };
}

/** The value inside a state; null where there is none. */
export function valueIn(element: ElementData, state: ElementState): unknown {
  return state[keyOf(element)] ?? null;
}

/** The state an element starts with: its own initial value, or Slack's "nothing". */
export function initialState(element: ElementData): ElementState {
  const key = keyOf(element);
  const takesMany = key === "files" || /^selected_\w+s$/.test(key);
  return stateWith(element, element[initialKeyOf(key)] ?? (takesMany ? [] : null));
}

/** `initial_option` for `selected_option`, `initial_value` for `value`, … */
function initialKeyOf(key: string): `initial_${string}` {
  return `initial_${key.replace(/^(?:selected_|rich_text_)/, "")}`;
}

function keyOf(element: ElementData): string {
  return valueKeys[element.type] ?? "value";
}
