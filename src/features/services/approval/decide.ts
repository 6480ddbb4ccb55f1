import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import { plural } from "../../../lib/text.ts";
import type { Decided } from "./approvals.ts";
import { type Decidable, type Decider, type Undecidable, decidable } from "./checks.ts";
import { wakeApproval } from "./end.ts";
import { recordApproval } from "./ask.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import { isAppError } from "../../../lib/errors.ts";
import { notice } from "../../../platform/forms/notice.ts";
import type { OpenedApproval } from "./record.ts";

type Decision = { action: "approve" } | { action: "deny"; reason: string };

// The ground may change in between: the form is saved right after asking, and keys are rotated.
const mostTries = 5;

/** Makes a person's decision if they may. Returns their answer, or undefined when the message shows it. */
export async function decide(
  decider: Decider,
  decision: Decision,
  context: ServicesContext,
): Promise<Reply | undefined> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const found = await decidable(decider, context);
    if ("answer" in found) return refused(decider, decision, found, context);
    const decided = await saveDecision(decider, decision, found, context);
    if (decided === "twice") return say("You approved this already, and each person counts once.");
    if (decided === "ended" || decided === "counted") return done(decider, decision, found, decided, context);
  }
  return say("This changed just now. Please look at it again.");
}

async function refused(
  { approvalId, userId }: Decider,
  { action }: Decision,
  { answer, because }: Undecidable,
  context: ServicesContext,
): Promise<Reply> {
  if (because !== undefined)
    await recordApproval(approvalId, { action, userId, result: "refused", detail: because }, context);
  return say(answer);
}

function saveDecision(
  { userId }: Decider,
  decision: Decision,
  { approval, draftRevision }: Decidable,
  { approvals, now }: ServicesContext,
): Promise<Decided> {
  const at = now().toISOString();
  const { content, ...kept } = approval;
  if (decision.action === "deny")
    return approvals.end(kept, { kind: "denied", at, userId, reason: decision.reason });
  const { quorum } = content.policy;
  const formId = content.form?.formId ?? "";
  return approvals.approve({ ...kept, quorum, formId, draftRevision }, { userId, at });
}

async function done(
  { approvalId, userId }: Decider,
  decision: Decision,
  { approval }: Decidable,
  decided: "ended" | "counted",
  context: ServicesContext,
): Promise<Reply | undefined> {
  const detail = decision.action === "deny" ? decision.reason : undefined;
  // If something fails from here on, the queue goes on within a minute.
  await recordApproval(approvalId, { action: decision.action, userId, result: "done", detail }, context);
  await wakeApproval(approvalId, context);
  if (decided === "ended") return undefined;
  const missing = approval.content.policy.quorum - approval.approvedBy.length - 1;
  return say(
    `Your approval counts. ${plural(Math.max(1, missing), "more person", "more people")} must approve it.`,
  );
}

/** Decides the saved denials and shows each result in its modal; false if there are none. */
export async function decideDenials(
  { id, denials }: OpenedApproval,
  context: ServicesContext,
): Promise<boolean> {
  for (const { userId, reason, viewId } of denials) {
    const refused = await explainRefusal(
      decide({ approvalId: id, userId }, { action: "deny", reason }, context),
    );
    const answer = refused?.text ?? ":no_entry: *Denied.* Its requester is told your reason.";
    await context.messenger.updateModal(viewId, notice(refused ? "Not denied" : "Denied", [section(answer)]));
    await context.approvals.dropDenial(id, userId);
  }
  return denials.length > 0;
}

/** Explains a failure that an admin must mend. A temporary failure is rethrown, and the step tries again. */
async function explainRefusal(deciding: Promise<Reply | undefined>): Promise<Reply | undefined> {
  try {
    return await deciding;
  } catch (error) {
    if (isAppError(error, "auth", "forbidden", "user")) return say(explain(error));
    throw error;
  }
}
