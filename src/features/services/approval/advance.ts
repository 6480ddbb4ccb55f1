import { z } from "zod";
import type { ServicesContext } from "../context.ts";
import type { ContextOf } from "../../../platform/context.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { KeptApproval } from "./approvals.ts";
import { notAsAsked } from "./checks.ts";
import { endByApp } from "./end.ts";
import { type OpenedApproval, openApproval } from "./record.ts";
import { takeEffect } from "./take-effect.ts";
import { endWorkflowStep, notifyAsked, notifyEnded } from "./notify-requester.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { ended, show, showVoid } from "./message.ts";
import { decideDenials } from "./decide.ts";

const Item = z.object({ workspaceId: z.string(), approvalId: z.string() });

// If the process of a decision dies, its effect follows within this time.
const checkEveryMs = minuteMs;

/** Takes one step for a request for approval: asks the approvers, shows their decision, and carries it out. */
export function advanceApproval(
  contextOf: ContextOf<ServicesContext>,
): (id: string, item: unknown) => Promise<Step> {
  return async (_id, item) => {
    const { workspaceId, approvalId } = Item.parse(item);
    const context = withoutWaking(contextOf(workspaceId));
    const kept = await context.approvals.find(approvalId);
    if (!kept) return "done";
    const approval = openApproval(kept, context);
    if (!approval) return endUnread(kept, context);
    if (await decideDenials(approval, context)) return "next";
    return approval.outcome ? follow(approval, context) : wait(approval, context);
  };
}

/** A step acts on its own decisions. If it woke its own job, it would wait for its own end. */
function withoutWaking(context: ServicesContext): ServicesContext {
  return { ...context, approvalQueue: { ...context.approvalQueue, wake: async () => undefined } };
}

/** Ends a request that cannot be read. Nothing is sent, and its requester is unknown, so only the approvers see the end. */
async function endUnread(kept: KeptApproval, context: ServicesContext): Promise<Step> {
  context.log.error(
    { approvalId: kept.id },
    "what is kept of a request for approval is not what was asked for",
  );
  if (kept.notes.effect !== undefined) return "done";
  const outcome = kept.outcome ?? (await endByApp(kept, { kind: "void", reason: notAsAsked }, context));
  await context.approvals.note(kept.id, { effect: notAsAsked });
  const nothing = outcome.kind === "void" ? "" : `\n:warning: *Nothing was created.* ${notAsAsked}`;
  await showVoid(kept.id, `${ended(outcome)}${nothing}`, context);
  return "done";
}

async function wait(approval: OpenedApproval, context: ServicesContext): Promise<Step> {
  const { content } = approval;
  const leftMs = Date.parse(content.expiresAt) - context.now().getTime();
  if (leftMs <= 0) {
    await endByApp(approval, { kind: "expired" }, context);
    return "next";
  }
  if (!(await askApprovers(approval, context))) return "next";
  await notifyAsked(approval, context);
  if (content.form) await context.drafts.keepLonger(content.form.formId);
  return { againInMs: Math.min(leftMs, checkEveryMs) };
}

/** Asks the approvers; false if their channel cannot be posted to, which ends the request. */
async function askApprovers(approval: OpenedApproval, context: ServicesContext): Promise<boolean> {
  if (await show(approval, context)) return true;
  const reason = "I cannot post in the approvers' channel. An admin can name another with /db approvals set.";
  await endByApp(approval, { kind: "void", reason }, context);
  return false;
}

async function follow(approval: OpenedApproval, context: ServicesContext): Promise<Step> {
  const effect = await takeEffect(approval, context);
  const followed = { ...approval, notes: { ...approval.notes, ...(effect ? { effect } : {}) } };
  await endWorkflowStep(followed, context);
  await show(followed, context);
  await notifyEnded(followed, context);
  return "done";
}
