import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";

export const createActionId = "workflow-create";
export const declineActionId = "workflow-decline";

/** The requester's buttons; what they carry is an id and no right. */
export function askButtons(requestId: string): Button[] {
  return [
    { ...button({ text: "Create", actionId: createActionId, value: requestId }), style: "primary" },
    button({ text: "Don't create", actionId: declineActionId, value: requestId }),
  ];
}
