import { openedActionId } from "../blocks/button.ts";
import type { Act } from "./interaction.ts";

/** A click on a button that only opens an address: there is nothing to do, but to take note of it. */
export const openedAct: Act = {
  actionId: openedActionId,
  access: "viewer",
  press: async () => undefined,
};
