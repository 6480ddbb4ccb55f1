import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";

/** The action_id of the button that shows a new service's password. */
export const showPasswordActionId = "show-password";

/** The button that shows a new service's password. Pressing it checks the person. */
export function showPasswordButton(requestId: string): Button {
  const facts = { text: "Show the password", actionId: showPasswordActionId, value: requestId };
  return { ...button(facts), style: "primary" };
}
