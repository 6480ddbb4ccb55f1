import { useState } from "react";
import type { Message } from "../../protocol.ts";
import type { ElementData } from "../blocks/block-kit.ts";
import { type ElementState, initialState, isStateful } from "../elements/element-state.ts";
import type { Surface } from "../elements/surface.ts";
import { useDelayedActions } from "../elements/use-delayed-actions.ts";
import { useTell } from "../styles/notice-context.ts";
import { fetchOptions } from "../views/fetch-options.ts";
import { actionIdOf, type StateValues, withState } from "../views/state-values.ts";
import { sendAction } from "../world/api.ts";
import { useNearPeople } from "../world/people-context.ts";

/** The surface of a message. It keeps choices, and the app gets every use. */
export function useMessageSurface(channel: string, message: Message): Surface {
  const user = useNearPeople().me.id;
  const tell = useTell();
  const [chosen, setChosen] = useState<StateValues>({});
  const container = { channel, ts: message.ts };
  const { later, flush } = useDelayedActions();
  const tellApp = async (blockId: string, element: ElementData, action: ElementState) => {
    const outcome = await sendAction({ user, container, blockId, actionId: actionIdOf(element), action });
    if (!outcome.ok) tell(outcome.message);
  };
  const surface: Surface = {
    stateOf: (blockId, element) => {
      const actionId = actionIdOf(element);
      return chosen[blockId]?.[actionId] ?? message.state?.[blockId]?.[actionId] ?? initialState(element);
    },
    change: (blockId, element, state) =>
      setChosen((chosen) => withState(chosen, { blockId, element, state })),
    runAction: async (blockId, element, action) => {
      if (isStateful(element)) surface.change(blockId, element, action);
      await flush();
      await tellApp(blockId, element, action);
    },
    actLater: (blockId, element, action) => {
      surface.change(blockId, element, action);
      later(`${blockId} ${actionIdOf(element)}`, () => tellApp(blockId, element, action));
    },
    options: (blockId, element, value) =>
      fetchOptions({ user, container, blockId, actionId: actionIdOf(element), value }),
  };
  return surface;
}
