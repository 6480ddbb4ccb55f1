import { placedElements, type PlacedElement } from "./elements.ts";
import { stringOf, type JsonObject } from "./json.ts";
import type { ViewState } from "./protocol.ts";

type Values = ViewState["values"];

interface StateField {
  /** Where the state's value stands. */
  key: string;
  /** Where the element says what it starts with. */
  initial: string;
  empty: null | readonly [];
}

const one = (key: string, initial: string): StateField => ({ key, initial, empty: null });
const many = (key: string, initial: string): StateField => ({ key, initial, empty: [] });

/** The elements that hold a value, and the fields it stands in, on Slack's wire. */
const stateFields: Readonly<Record<string, StateField>> = {
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

/** The values that blocks start with: every stateful element by block_id and action_id. */
export function initialValues(blocks: readonly JsonObject[], channel: string | undefined): Values {
  return collect(blocks, (placed, field) => initialState(placed, field, channel));
}

/** The values of changed blocks: kept where ids and type are the same, started anew elsewhere. */
export function carriedValues(
  blocks: readonly JsonObject[],
  known: Values,
  channel: string | undefined,
): Values {
  return collect(blocks, (placed, field) => {
    const state = known[placed.blockId]?.[placed.actionId];
    return state?.type === placed.type ? state : initialState(placed, field, channel);
  });
}

/** What was known, with what the page now says laid over it; elements that are not there are left out. */
export function mergedValues(blocks: readonly JsonObject[], known: Values, told: Values): Values {
  return collect(blocks, ({ blockId, actionId, type }, { key, empty }) => {
    const state = told[blockId]?.[actionId] ?? known[blockId]?.[actionId];
    return { type, [key]: state?.[key] ?? empty };
  });
}

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

function collect(
  blocks: readonly JsonObject[],
  read: (placed: PlacedElement, field: StateField) => JsonObject,
): Values {
  const values: Values = {};
  for (const placed of placedElements(blocks)) {
    const field = stateFields[placed.type];
    if (field) (values[placed.blockId] ??= {})[placed.actionId] = read(placed, field);
  }
  return values;
}

function initialState(
  { type, element }: PlacedElement,
  field: StateField,
  channel: string | undefined,
): JsonObject {
  const here = element.default_to_current_conversation === true ? stringOf(channel) : undefined;
  const fromHere = here && field.empty === null ? here : here && [here];
  return { type, [field.key]: element[field.initial] ?? fromHere ?? field.empty };
}
