import { placedElements, type PlacedElement } from "./elements.ts";
import { stringOf, type JsonObject } from "./json.ts";
import type { ViewState } from "./protocol.ts";
import { type StateField, stateFields } from "./state-fields.ts";

type Values = ViewState["values"];

/** The initial values of blocks: every stateful element by block_id and action_id. */
export function initialValues(blocks: readonly JsonObject[], channel: string | undefined): Values {
  return collect(blocks, (placed, field) => initialState(placed, field, channel));
}

/** The values of changed blocks: kept if ids and type are the same, initial otherwise. */
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

/** The known values, replaced by the page's. Missing elements are left out. */
export function mergedValues(blocks: readonly JsonObject[], known: Values, told: Values): Values {
  return collect(blocks, ({ blockId, actionId, type }, { key, empty }) => {
    const state = told[blockId]?.[actionId] ?? known[blockId]?.[actionId];
    return { type, [key]: state?.[key] ?? empty };
  });
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
