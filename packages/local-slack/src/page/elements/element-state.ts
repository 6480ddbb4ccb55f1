import { stateFields, stateOf, stateValue } from "../../state-fields.ts";
import type { ElementData } from "../blocks/block-kit.ts";

/** An element's state as Slack sends it: `{ type, value }`, `{ type, selected_option }`, … */
export type ElementState = Record<string, unknown>;

/** True for elements with a value: inputs, selects, pickers; not for buttons and menus. */
export function isStateful({ type }: ElementData): boolean {
  return type in stateFields;
}

/** A state of `element` that holds `value`. */
export function stateWith({ type }: ElementData, value: unknown): ElementState {
  return stateOf(type, value);
}

/** The value inside a state. Null if there is none. */
export function valueIn({ type }: ElementData, state: ElementState): unknown {
  return stateValue(type, state);
}

/** The state an element starts with: its own initial value, or Slack's "nothing". */
export function initialState(element: ElementData): ElementState {
  const initial = stateFields[element.type]?.initial;
  return stateOf(element.type, initial && element[initial]);
}
