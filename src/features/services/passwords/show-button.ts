import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";

/** The action_id of the button that shows a new service's password. */
export const showPasswordActionId = "show-password";

/** The button behind which a new service's password waits; whoever presses it is checked. */
export function showPasswordButton(requestId: string): Button {
  const facts = { text: "Show the password", actionId: showPasswordActionId, value: requestId };
  return { ...button(facts), style: "primary" };
}
