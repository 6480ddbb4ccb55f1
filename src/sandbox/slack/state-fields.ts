import type { JsonObject } from "./json.ts";

/** Where an element that holds a value has it, on Slack's wire. */
export interface StateField {
  /** Where the state's value stands. */
  key: string;
  /** Where the element says what it starts with. */
  initial: `initial_${string}`;
  empty: null | readonly [];
}

const one = (key: string, initial: StateField["initial"]): StateField => ({ key, initial, empty: null });
const many = (key: string, initial: StateField["initial"]): StateField => ({ key, initial, empty: [] });

/** The elements that hold a value, and the fields it stands in; the server and the page share them. */
export const stateFields: Readonly<Record<string, StateField>> = {
  plain_text_input: one("value", "initial_value"),
  email_text_input: one("value", "initial_value"),
  url_text_input: one("value", "initial_value"),
  number_input: one("value", "initial_value"),
  rich_text_input: one("rich_text_value", "initial_value"),
  datepicker: one("selected_date", "initial_date"),
  timepicker: one("selected_time", "initial_time"),
  datetimepicker: one("selected_date_time", "initial_date_time"),
  static_select: one("selected_option", "initial_option"),
  external_select: one("selected_option", "initial_option"),
  radio_buttons: one("selected_option", "initial_option"),
  users_select: one("selected_user", "initial_user"),
  conversations_select: one("selected_conversation", "initial_conversation"),
  channels_select: one("selected_channel", "initial_channel"),
  checkboxes: many("selected_options", "initial_options"),
  multi_static_select: many("selected_options", "initial_options"),
  multi_external_select: many("selected_options", "initial_options"),
  multi_users_select: many("selected_users", "initial_users"),
  multi_conversations_select: many("selected_conversations", "initial_conversations"),
  multi_channels_select: many("selected_channels", "initial_channels"),
  file_input: many("files", "initial_files"),
};

/** What an element's state says the person chose or typed; null or an empty list for nothing. */
export function stateValue(type: string, state: JsonObject | undefined): unknown {
  const field = stateFields[type];
  return field ? (state?.[field.key] ?? field.empty) : null;
}

/** An element's state with that value, as Slack writes it; only its type for elements that hold none. */
export function stateOf(type: string, value: unknown): JsonObject {
  const field = stateFields[type];
  return field ? { type, [field.key]: value ?? field.empty } : { type };
}
