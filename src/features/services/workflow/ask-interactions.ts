import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import { asSentences } from "../../../lib/text.ts";
import type { WorkflowAnswer } from "./workflow-asks.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { approvalNeeded } from "../approval/needed.ts";
import { requestToSend, Submission } from "../provisioning/submission.ts";
import { limitProblems } from "../form/limits.ts";
import { limitsOf } from "../form/limits-of.ts";
import { claimName } from "../form/taken-name.ts";
import { createActionId, declineActionId } from "./ask-buttons.ts";

/** “Create”: the requester agrees to what a workflow asks in their name; their role, limits and approvals count. */
export const workflowCreateAct: Act<ServicesContext> = {
  actionId: createActionId,
  access: "operator",
  press: create,
};

/** “Don't create”: ends the workflow's step. */
export const workflowDeclineAct: Act<ServicesContext> = {
  actionId: declineActionId,
  access: "viewer",
  press: decline,
};

async function create(press: Press, context: ServicesContext): Promise<Reply | undefined> {
  const { value: requestId, userId, userName } = press;
  const submission = await asked(press, context);
  if ("text" in submission) return submission;
  const request = requestToSend(submission, context);
  const problems = limitProblems(await limitsOf({ userId }, context), request);
  if (problems.length > 0) {
    const detail = asSentences(problems.map(({ message }) => message));
    await record(press, submission, { action: "service.request", result: "refused", detail }, context);
    return say(`:warning: *Nothing was created.* ${escapeMrkdwn(detail)}`);
  }
  // It was claimed when the workflow asked, but a claim lasts an hour.
  const taken = await claimName(requestId, submission, context);
  if (taken !== undefined)
    return say(
      `:warning: *Nothing was created.* ${escapeMrkdwn(taken)} Press Don't create, and run the workflow again.`,
    );
  const needed = await approvalNeeded({ request, connection: submission.connection, userId }, context);
  const kind = needed ? "approval" : "create";
  const late = await answer(requestId, { kind, userName }, context);
  if (late) return late;
  if (needed) {
    await context.creations.wake(requestId, submission);
    return undefined;
  }
  // It is in the queue already and stays as it is there; this records who asked for it, and brings it back if it was lost.
  const { executionId } = submission.workflow;
  await context.creations.accept(requestId, { ...submission, userName, workflow: { executionId } });
  await context.creations.wake(requestId, submission);
  return undefined;
}

async function decline(press: Press, context: ServicesContext): Promise<Reply | undefined> {
  const submission = await asked(press, context);
  if ("text" in submission) return submission;
  const { value: requestId, userName } = press;
  const late = await answer(requestId, { kind: "declined", userName }, context);
  if (late) return late;
  await record(press, submission, { action: "service.decline", result: "done" }, context);
  await context.creations.wake(requestId, submission);
  return undefined;
}

type Asking = Submission & { workflow: NonNullable<Submission["workflow"]> };

/** What this person is asked about and has not answered yet; or what there is to tell them. */
async function asked(press: Press, context: ServicesContext): Promise<Asking | Reply> {
  const { value: requestId, userId } = press;
  const submission = Submission.safeParse(await context.requests.submission(requestId)).data;
  const { workflow } = submission ?? {};
  if (!submission || !workflow?.asksUntil)
    return say("There is no such request here, or it is not kept any more.");
  if (submission.userId !== userId) {
    const detail = "Only the workflow's requester answers.";
    await record(press, submission, { action: "service.request", result: "refused", detail }, context);
    return say("Only the person whom the workflow names as its requester can answer this.");
  }
  const isOver = Date.parse(workflow.asksUntil) <= context.now().getTime();
  if (isOver)
    return say("This question is over: it was asked more than 24 hours ago. Run the workflow again.");
  return { ...submission, workflow };
}

/** Keeps an answer; says so if there is one already. */
async function answer(
  requestId: string,
  given: Pick<WorkflowAnswer, "kind" | "userName">,
  context: ServicesContext,
): Promise<Reply | undefined> {
  const isFirst = await context.workflowAsks.answer(requestId, { ...given, at: context.now().toISOString() });
  return isFirst ? undefined : say("This is answered already. The message about it says how.");
}

async function record(
  { value: requestId, userId, userName, channelId }: Press,
  { request: { name } }: Submission,
  what: { action: string; result: "done" | "refused"; detail?: string },
  { audit, now }: ServicesContext,
): Promise<void> {
  await audit.record({
    at: now().toISOString(),
    userId,
    userName,
    ...(channelId ? { channelId } : {}),
    ...(name === undefined ? {} : { subject: name }),
    requestId,
    ...what,
  });
}
