import { useState } from "react";
import { initialState } from "../elements/element-state.ts";
import type { Surface } from "../elements/surface.ts";
import { actionIdOf, type StateValues, withState } from "../views/state-values.ts";

/** A surface of the page itself. No app gets its elements. `values` holds their values. */
export function useLocalSurface(): { surface: Surface; values: StateValues } {
  const [values, setValues] = useState<StateValues>({});
  const change: Surface["change"] = (blockId, element, state) =>
    setValues((values) => withState(values, { blockId, element, state }));
  const surface: Surface = {
    stateOf: (blockId, element) => values[blockId]?.[actionIdOf(element)] ?? initialState(element),
    change,
    runAction: async (blockId, element, state) => change(blockId, element, state),
    actLater: change,
    options: async () => [],
  };
  return { surface, values };
}
