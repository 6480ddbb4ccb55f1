import { z } from "zod";
import { section } from "../../../platform/blocks/text.ts";
import type { ServicesContext } from "../context.ts";
import type { Accepted, Form, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { wakeApproval } from "./end.ts";

const Facts = z.object({ approvalId: z.string() });

const longestReason = 300;

/** The small form that asks why a request is denied. */
export const denyForm: Form<ServicesContext> = {
  name: "deny-approval",
  access: "viewer",
  title: "Deny the request",
  submit: "Deny",
  begin: async (given) => ({ values: {}, facts: given }),
  steps: [
    {
      name: "reason",
      title: "Reason",
      sections: [
        {
          fields: [
            {
              name: "reason",
              label: "Reason",
              help: "Its requester is told, and gets the form back with what they typed.",
              input: "text",
              optional: false,
              maxLength: longestReason,
              placeholder: "Use the staging preset for this, 64 GB is enough.",
            },
          ],
        },
      ],
    },
  ],
  problems: ({ values }) =>
    textIn(values, "reason") === ""
      ? [{ field: "reason", message: "The requester needs a reason to go on from." }]
      : [],
  accept,
};

/** Saves the denial only. The request's job then asks Slack whether the person may deny. */
async function accept(
  { facts, values, userId, viewId }: SubmittedForm,
  context: ServicesContext,
): Promise<Accepted> {
  const { approvalId } = Facts.parse(facts);
  const kept = await context.approvals.find(approvalId);
  if (!kept) return { view: notice("Not there", [section("This request is not kept any more.")]) };
  await context.approvals.propose(approvalId, { userId, viewId, reason: textIn(values, "reason") });
  await wakeApproval(approvalId, context);
  return { view: notice("Denying", [section(":hourglass_flowing_sand: Your denial is being noted.")]) };
}
