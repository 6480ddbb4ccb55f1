import type { ElementData, OptionGroup } from "../blocks/block-kit.ts";
import { useConfirm } from "../dialog/confirm-context.ts";
import { type ElementState, stateWith, valueIn } from "./element-state.ts";
import { useSurface } from "./surface.ts";

/** When the app is notified of an element: at each choice, by an input block's dispatch settings, or never. */
export type Dispatch = { choice: boolean; enter: boolean; character: boolean };

/** The accessible wiring of a control. */
export interface ControlAttributes {
  id?: string;
  "aria-label"?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-required"?: boolean | undefined;
}

/** An element's field on any surface. */
export interface Field {
  element: ElementData;
  attributes: ControlAttributes;
  value: unknown;
  /** True if the choice can be cleared. */
  clearable: boolean;
  /** Something was chosen. */
  choose: (value: unknown) => void;
  /** A character was typed. */
  type: (value: string) => void;
  /** Enter was pressed in a text. True if the app gets it, so the form must not be submitted. */
  enter: () => boolean;
  /** A button or a menu item was used. `onConfirmed` runs after the person's confirmation, before the app is notified. */
  activate: (action: ElementState, onConfirmed?: () => void) => Promise<void>;
  options: (query: string) => Promise<OptionGroup[]>;
}

interface FieldInput {
  blockId: string;
  element: ElementData;
  dispatch: Dispatch;
  attributes: ControlAttributes;
  clearable?: boolean;
}

/** Connects one element to its surface: reads its state, asks for confirmation, notifies the app. */
export function useField({ blockId, element, dispatch, attributes, clearable = false }: FieldInput): Field {
  const surface = useSurface();
  const confirmed = useConfirm();
  const state = surface.stateOf(blockId, element);
  const activate = async (action: ElementState, onConfirmed?: () => void) => {
    if (!(await confirmed(element.confirm))) return;
    onConfirmed?.();
    await surface.runAction(blockId, element, action);
  };
  return {
    element,
    attributes,
    clearable,
    value: valueIn(element, state),
    choose: (value) => {
      const next = stateWith(element, value);
      if (dispatch.choice) void activate(next);
      else surface.change(blockId, element, next);
    },
    type: (value) => {
      const next = stateWith(element, value === "" ? null : value);
      if (dispatch.character) surface.actLater(blockId, element, next);
      else surface.change(blockId, element, next);
    },
    enter: () => {
      if (dispatch.enter) void surface.runAction(blockId, element, state);
      return dispatch.enter;
    },
    activate,
    options: (query) => surface.options(blockId, element, query),
  };
}
