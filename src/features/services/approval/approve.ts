import type { ServicesContext } from "../context.ts";
import { say } from "../../../platform/blocks/reply.ts";
import type { Act } from "../../../platform/forms/interaction.ts";
import { approveActionId } from "./buttons.ts";
import { decide } from "./decide.ts";

/** “Approve”: counts for whoever presses it, where they are in the group and did not ask themselves. */
export const approveAct: Act<ServicesContext> = {
  actionId: approveActionId,
  // The group decides who may, whatever their role is.
  access: "viewer",
  press: async ({ value: approvalId, userId, message }, context) =>
    message
      ? decide({ approvalId, userId, message }, { act: "approve" }, context)
      : say("Press the button in the message about the request, where you see all of it."),
};
