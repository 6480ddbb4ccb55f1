import type { Button } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";

export const approveActionId = "approval-approve";
export const denyActionId = "approval-deny";
export const takeBackActionId = "approval-take-back";

/** The approvers' buttons. They carry an id only; pressing one checks the person's right. */
export function decisionButtons(approvalId: string): Button[] {
  return [
    { ...button({ text: "Approve", actionId: approveActionId, value: approvalId }), style: "primary" },
    { ...button({ text: "Deny", actionId: denyActionId, value: approvalId }), style: "danger" },
  ];
}

/** The requester's button to withdraw. A workflow has no form to change. */
export function takeBackButton({ id, form }: { id: string; form?: object | undefined }): Button {
  const text = form ? "Take it back and change it" : "Take it back";
  return button({ text, actionId: takeBackActionId, value: id });
}
