import type { JsonObject } from "./json.ts";

/** The fields of an element's value, in Slack's payloads. */
export interface StateField {
  /** The field of the state's value. */
  key: string;
  /** The field of the element's initial value. */
  initial: `initial_${string}`;
  empty: null | readonly [];
}

const one = (key: string, initial: StateField["initial"]): StateField => ({ key, initial, empty: null });
const many = (key: string, initial: StateField["initial"]): StateField => ({ key, initial, empty: [] });

/** The elements with a value, and its fields. The server and the page share them. */
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

/** The chosen or typed value of an element's state. Null or an empty list for nothing. */
export function stateValue(type: string, state: JsonObject | undefined): unknown {
  const field = stateFields[type];
  return field ? (state?.[field.key] ?? field.empty) : null;
}

/** An element's state with that value, as Slack writes it. Only its type for elements without a value. */
export function stateOf(type: string, value: unknown): JsonObject {
  const field = stateFields[type];
  return field ? { type, [field.key]: value ?? field.empty } : { type };
}
