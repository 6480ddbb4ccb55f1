import { createContext, useContext } from "react";
import type { ElementData, OptionGroup } from "../blocks/block-kit.ts";
import type { ElementState } from "./element-state.ts";

/** What a message, a modal or the Home tab does for the elements in it. */
export interface Surface {
  stateOf: (blockId: string, element: ElementData) => ElementState;
  /** Keeps a state without telling the app. */
  change: (blockId: string, element: ElementData, state: ElementState) => void;
  /** Keeps the state, where the element has one, and tells the app. */
  act: (blockId: string, element: ElementData, action: ElementState) => Promise<void>;
  /** Keeps the state, and tells the app once the person pauses. */
  actLater: (blockId: string, element: ElementData, action: ElementState) => void;
  /** Asks the app for an external select's choices; throws with Slack's sentence when there are none to be had. */
  options: (blockId: string, element: ElementData, query: string) => Promise<OptionGroup[]>;
}

export const SurfaceContext = createContext<Surface | null>(null);

/** The message or view around an element. */
export function useSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (!surface) throw new Error("useSurface is used outside of SurfaceContext");
  return surface;
}
