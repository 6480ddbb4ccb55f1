import { useLayoutEffect, useRef, useState } from "react";
import type { View } from "../../protocol.ts";
import type { ElementData } from "../blocks/block-kit.ts";
import { type ElementState, initialState, isStateful } from "../elements/element-state.ts";
import type { Surface } from "../elements/surface.ts";
import { useDelayedActions } from "../elements/use-delayed-actions.ts";
import { sendAction } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";
import { fetchOptions } from "./fetch-options.ts";
import { actionIdOf, type StateValues, updatedValues, withState } from "./state-values.ts";

interface ViewSurfaceInput {
  view: View;
  /** An input changed. */
  onChange?: (blockId: string) => void;
  /** Slack's message about a failed action. */
  onProblem: (message: string) => void;
}

/**
 * The state of a view's inputs, kept across updates, and the surface of its elements. `flush` sends the app the
 * typed changes that it has not received.
 */
export function useViewSurface({ view, onChange, onProblem }: ViewSurfaceInput) {
  const user = useNearWorld().me.id;
  const [form, setForm] = useState({ hash: view.hash, values: view.values });
  if (form.hash !== view.hash) {
    setForm({ hash: view.hash, values: updatedValues(form.values, view.values) });
  }
  // An action right after a change must carry it, although React has not drawn it yet.
  const latest = useRef(form.values);
  useLayoutEffect(() => {
    latest.current = form.values;
  }, [form]);
  const write = (values: StateValues) => {
    latest.current = values;
    setForm((form) => ({ ...form, values }));
  };
  const container = { viewId: view.id };
  const { later, flush } = useDelayedActions();
  const tell = async (blockId: string, element: ElementData, action: ElementState) => {
    const state = { values: latest.current };
    const outcome = await sendAction({
      user,
      container,
      blockId,
      actionId: actionIdOf(element),
      action,
      state,
    });
    if (!outcome.ok) onProblem(outcome.message);
  };
  const surface: Surface = {
    stateOf: (blockId, element) => form.values[blockId]?.[actionIdOf(element)] ?? initialState(element),
    change: (blockId, element, state) => {
      write(withState(latest.current, { blockId, element, state }));
      onChange?.(blockId);
    },
    runAction: async (blockId, element, action) => {
      if (isStateful(element)) surface.change(blockId, element, action);
      await flush();
      await tell(blockId, element, action);
    },
    actLater: (blockId, element, action) => {
      surface.change(blockId, element, action);
      later(`${blockId} ${actionIdOf(element)}`, () => tell(blockId, element, action));
    },
    options: (blockId, element, value) =>
      fetchOptions({ user, container, blockId, actionId: actionIdOf(element), value }),
  };
  return { surface, values: () => latest.current, flush };
}
