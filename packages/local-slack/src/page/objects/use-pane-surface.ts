import { initialState } from "../elements/element-state.ts";
import type { Surface } from "../elements/surface.ts";
import { useTell } from "../styles/notice-context.ts";
import { actionIdOf } from "../views/state-values.ts";
import { sendAction } from "../world/api.ts";
import { useNearPeople } from "../world/people-context.ts";

/** The surface of a Work Object's pane. It has buttons only. */
export function usePaneSurface(): Surface {
  const user = useNearPeople().me.id;
  const tell = useTell();
  const runAction: Surface["runAction"] = async (blockId, element, action) => {
    const container = { pane: true } as const;
    const outcome = await sendAction({ user, container, blockId, actionId: actionIdOf(element), action });
    if (!outcome.ok) tell(outcome.message);
  };
  return {
    stateOf: (_, element) => initialState(element),
    change: () => undefined,
    runAction,
    actLater: (blockId, element, action) => void runAction(blockId, element, action),
    options: async () => [],
  };
}
