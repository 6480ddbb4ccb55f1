import { z } from "zod";
import type { ServicesContext } from "../context.ts";
import type { ContextOf } from "../../../platform/context.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { KeptApproval } from "./approvals.ts";
import { notAsAsked } from "./checks.ts";
import { endByApp } from "./end.ts";
import { type OpenedApproval, openApproval } from "./record.ts";
import { takeEffect } from "./take-effect.ts";
import { endWorkflowStep, tellAsked, tellEnded } from "./tell-requester.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { ended, show, showVoid } from "./message.ts";
import { lookAtDenials } from "./decide.ts";

const Item = z.object({ workspaceId: z.string(), approvalId: z.string() });

// A decision whose process died right after it is carried out within so long.
const lookEveryMs = minuteMs;

/** One step in the life of a request for approval: ask the approvers, show what they decide, and do what follows. */
export function advanceApproval(
  contextOf: ContextOf<ServicesContext>,
): (id: string, item: unknown) => Promise<Step> {
  return async (_id, item) => {
    const { workspaceId, approvalId } = Item.parse(item);
    const context = inItsOwnStep(contextOf(workspaceId));
    const kept = await context.approvals.find(approvalId);
    if (!kept) return "done";
    const approval = openApproval(kept, context);
    if (!approval) return endUnread(kept, context);
    if (await lookAtDenials(approval, context)) return "next";
    return approval.outcome ? follow(approval, context) : wait(approval, context);
  };
}

/** What a step decides it carries on itself: to be woken, it would wait for its own end. */
function inItsOwnStep(context: ServicesContext): ServicesContext {
  return { ...context, approvalQueue: { ...context.approvalQueue, wake: async () => undefined } };
}

/** Nothing is sent of what cannot be trusted, and nobody can be told: who asked is not known any more. */
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
  await tellAsked(approval, context);
  if (content.form) await context.drafts.keepLonger(content.form.formId);
  return { againInMs: Math.min(leftMs, lookEveryMs) };
}

/** False where nobody can be asked, which ends it. */
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
  await tellEnded(followed, context);
  return "done";
}
