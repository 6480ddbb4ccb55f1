import type { ViewState } from "../../protocol.ts";
import type { ElementData } from "../blocks/block-kit.ts";
import type { ElementState } from "../elements/element-state.ts";

/** block_id -> action_id -> state. */
export type StateValues = ViewState["values"];

/**
 * The values of an updated view. This window's value is used if block_id, action_id and type are the same,
 * because it may be newer than the server's. All others are the server's.
 */
export function updatedValues(ofWindow: StateValues, ofServer: StateValues): StateValues {
  const values: StateValues = {};
  for (const [blockId, states] of Object.entries(ofServer)) {
    const kept = Object.entries(states).map(([actionId, state]) => {
      const here = ofWindow[blockId]?.[actionId];
      return [actionId, here?.type === state.type ? here : state];
    });
    values[blockId] = Object.fromEntries(kept);
  }
  return values;
}

/** `values` with one state replaced. */
export function withState(
  values: StateValues,
  { blockId, element, state }: { blockId: string; element: ElementData; state: ElementState },
): StateValues {
  return { ...values, [blockId]: { ...values[blockId], [actionIdOf(element)]: state } };
}

/** The key of an element's state within its block's. */
export function actionIdOf(element: ElementData): string {
  return element.action_id ?? "";
}
