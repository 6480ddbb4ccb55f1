import type { ModalView } from "@slack/types";
import { z } from "zod";
import { attempt } from "../../../lib/errors.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Accepted, Form, FormField, SubmittedForm } from "../../../platform/forms/form.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { reopenForm, startForm } from "../../../platform/forms/open.ts";
import { textIn } from "../../../platform/forms/state.ts";
import type { ServicesContext } from "../context.ts";
import { createServiceForm } from "../form/form.ts";
import { openApproval } from "./content.ts";
import { recordApproval, wakeApproval } from "./ask.ts";
import { decide, decidedAlready, notKept } from "./decide.ts";
import * as texts from "./texts.ts";
import { approveActionId, denyActionId, takeBackActionId } from "./message.ts";

/** “Deny”: asks a member of the group for the reason. Sending the reason checks again. */
export const denyAction: Action<ServicesContext> = {
  actionId: denyActionId,
  access: "viewer",
  opens: () => true,
  run: askReason,
};

async function askReason(
  { value: approvalId, userId, channelId, triggerId }: Interaction,
  context: ServicesContext,
): Promise<Reply | undefined> {
  const kept = await context.approvals.find(approvalId);
  if (!kept) return say(notKept);
  if (kept.outcome) return say(decidedAlready(kept));
  const content = openApproval(kept, context)?.content;
  if (content?.requesterId === userId) return say(texts.ownRequest);
  // The trigger lives 3 s. If Slack doesn't tell in time, the form opens.
  const groupId = content?.policy.groupId ?? "";
  const isMember = await attempt(() =>
    context.people.isMember(groupId, userId, { fresh: true, maxWaitMs: 1_000 }),
  );
  if (isMember === false) {
    const detail = texts.notMemberReason;
    await recordApproval(approvalId, { action: "deny", userId, result: "refused", detail }, context);
    return say(texts.notMember(groupId));
  }
  const show = (view: ModalView) => context.messenger.openModal(triggerId, view);
  await startForm(denyForm, { approvalId }, { userId, channelId }, show, context);
  return undefined;
}

/** “Take it back and change it”: ends the requester's own request, and opens its form again. */
export const takeBackAction: Action<ServicesContext> = {
  actionId: takeBackActionId,
  access: "operator",
  run: takeBack,
};

async function takeBack(interaction: Interaction, context: ServicesContext): Promise<Reply | undefined> {
  const { value: approvalId, userId } = interaction;
  const kept = await context.approvals.find(approvalId);
  const approval = kept && openApproval(kept, context);
  if (!approval) return say(notKept);
  const { requesterId, form } = approval.content;
  if (requesterId !== userId) return say(texts.onlyRequester);
  const at = context.now().toISOString();
  const decided = await context.approvals.end(approval, { kind: "withdrawn", at, userId });
  if (decided !== "ended") return say(decidedAlready((await context.approvals.find(approvalId)) ?? approval));
  // The form comes first, because the trigger lives 3 s.
  const answer = form
    ? await reopenForm([createServiceForm], { ...interaction, value: form.formId }, context)
    : say(texts.takenBack);
  await wakeApproval(approvalId, context);
  await recordApproval(approvalId, { action: "withdraw", userId, result: "done" }, context);
  return answer;
}

/** “Approve”: counts the person's approval if they are in the group and are not the requester. */
export const approveAction: Action<ServicesContext> = {
  actionId: approveActionId,
  // The group decides who may approve, whatever their role.
  access: "viewer",
  run: async ({ value: approvalId, userId, message }, context) =>
    message ? decide({ approvalId, userId, message }, { action: "approve" }, context) : say(texts.readFirst),
};

const Facts = z.object({ approvalId: z.string() });

const reasonField: FormField = {
  name: "reason",
  label: "Reason",
  help: texts.reasonHelp,
  input: "text",
  optional: false,
  maxLength: 300,
  placeholder: texts.reasonPlaceholder,
};

/** The small form that asks why a request is denied. */
export const denyForm: Form<ServicesContext> = {
  name: "deny-approval",
  access: "viewer",
  title: "Deny the request",
  submit: "Deny",
  begin: async (given) => ({ values: {}, facts: given }),
  steps: [{ name: "reason", title: "Reason", sections: [{ fields: [reasonField] }] }],
  problems: ({ values }) =>
    textIn(values, "reason") === "" ? [{ field: "reason", message: texts.reasonMissing }] : [],
  accept,
};

/** Saves the denial only. The request's job then asks Slack whether the person may deny. */
async function accept(
  { facts, values, userId, viewId }: SubmittedForm,
  context: ServicesContext,
): Promise<Accepted> {
  const { approvalId } = Facts.parse(facts);
  const kept = await context.approvals.find(approvalId);
  if (!kept) return { view: notice("Not found", [section(texts.notFound)]) };
  await context.approvals.propose(approvalId, { userId, viewId, reason: textIn(values, "reason") });
  await wakeApproval(approvalId, context);
  return { view: notice("Denying", [section(texts.denying)]) };
}
