import { createContext, useContext } from "react";
import type { ElementData, OptionGroup } from "../blocks/block-kit.ts";
import type { ElementState } from "./element-state.ts";

/** The functions of a message, a modal or the Home tab for its elements. */
export interface Surface {
  stateOf: (blockId: string, element: ElementData) => ElementState;
  /** Stores a state without notifying the app. */
  change: (blockId: string, element: ElementData, state: ElementState) => void;
  /** Stores the element's state, if it has one, and notifies the app. */
  runAction: (blockId: string, element: ElementData, action: ElementState) => Promise<void>;
  /** Stores the state, and notifies the app when the person pauses. */
  actLater: (blockId: string, element: ElementData, action: ElementState) => void;
  /** Asks the app for an external select's options. Throws with Slack's sentence if there are none. */
  options: (blockId: string, element: ElementData, query: string) => Promise<OptionGroup[]>;
}

export const SurfaceContext = createContext<Surface | null>(null);

/** The message or view around an element. */
export function useSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (!surface) throw new Error("useSurface is used outside of SurfaceContext");
  return surface;
}
