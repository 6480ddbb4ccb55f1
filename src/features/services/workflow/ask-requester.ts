import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { divider, section } from "../../../platform/blocks/text.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { ifReachable, redraw } from "../../../platform/jobs/messenger.ts";
import { formatEstimate, priceOf, readPriceBasis } from "../../costs/index.ts";
import { creationContent, openRequest } from "../approval/ask.ts";
import { requestParts } from "../approval/message.ts";
import { approvalNeeded } from "../approval/needed.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { CreateFacts, factsToKnow } from "../form/facts.ts";
import { limitsOf } from "../form/limits.ts";
import { requestBlocks, requestedName } from "../form/request.ts";
import { type ProvisioningRequest, requestToSend } from "../provisioning/submission.ts";
import * as texts from "./texts.ts";
import { completeStep } from "./step.ts";
import { askButtons } from "./ask-interactions.ts";
import type { WorkflowAnswer, WorkflowAsk } from "./ask-record.ts";

// If the process of an answer dies, its effect follows within this time.
const checkEveryMs = minuteMs;

/** Asks the requester whether a workflow may create this in their name, and follows the answer; "agreed" on “Create”. */
export async function askRequester(provisioning: ProvisioningRequest): Promise<Step | "agreed"> {
  const { requestId, submission, context } = provisioning;
  const ask = await context.workflowAsks.find(requestId);
  if (ask.answer) return follow(provisioning, ask, ask.answer);
  if (!ask.messageRef) return post(provisioning);
  const leftMs = Date.parse(submission.workflow?.asksUntil ?? "") - context.now().getTime();
  if (leftMs > 0) return { againInMs: Math.min(leftMs, checkEveryMs) };
  await context.workflowAsks.answer(requestId, { kind: "lapsed", at: context.now().toISOString() });
  return "next";
}

/** Returns the request under the name of the person who agreed to it. */
export async function underClickersName(provisioning: ProvisioningRequest): Promise<ProvisioningRequest> {
  const { requestId, submission, context } = provisioning;
  if (!submission.workflow?.asksUntil) return provisioning;
  const { answer } = await context.workflowAsks.find(requestId);
  const { userName = submission.userName } = answer ?? {};
  return { ...provisioning, submission: { ...submission, userName } };
}

async function post(provisioning: ProvisioningRequest): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  // The button carries only the id, so a click needs the submission.
  await context.requests.remember(requestId, submission);
  const blocks = await wholeRequest(provisioning);
  const parts = requestParts(blocks, requestedName(submission.request));
  const messageRef = await ifReachable(async () => {
    for (const part of parts) await context.messenger.post(submission.userId, part);
    return context.messenger.post(submission.userId, question(provisioning, parts.length > 0 ? [] : blocks));
  });
  if (messageRef) await context.workflowAsks.posted(requestId, messageRef);
  else await context.workflowAsks.answer(requestId, { kind: "unasked", at: context.now().toISOString() });
  return "next";
}

async function wholeRequest({
  submission: { request, connection },
  context,
}: ProvisioningRequest): Promise<KnownBlock[]> {
  const isOneOfSeveral = (await context.connections.list()).length > 1;
  return requestBlocks(request, {
    connection: isOneOfSeveral ? connection : undefined,
    estimate: formatEstimate(priceOf(request, await readPriceBasis(connection, context))),
    toKnow: factsToKnow(request, CreateFacts.parse({})),
  });
}

function question({ requestId, submission }: ProvisioningRequest, blocks: readonly KnownBlock[]): Reply {
  const { request, workflow } = submission;
  const title = texts.askTitle(requestedName(request));
  const because = workflow?.asksBecause === undefined ? "" : `\n${workflow.asksBecause}`;
  const until = slackDate(new Date(workflow?.asksUntil ?? ""));
  const hint = texts.askHint(until);
  const above = blocks.length === 0 ? [section(texts.above)] : blocks;
  return reply(`${title}${because}\n${hint}`, [
    section(`${title}${because}`),
    ...above,
    divider(),
    section(hint),
    actions(askButtons(requestId)),
  ]);
}

async function follow(
  provisioning: ProvisioningRequest,
  ask: WorkflowAsk,
  answer: WorkflowAnswer,
): Promise<Step | "agreed"> {
  await showAnswer(provisioning, ask, answer);
  if (answer.kind === "create") return "agreed";
  const message = texts.plainAnswers[answer.kind];
  if (answer.kind === "approval") {
    // The outcome of the request for approval ends the step.
    if ((await askApprovers(provisioning, answer)) === "not needed") return "agreed";
  } else {
    await completeStep(provisioning, { error: texts.nothingCreated(message) });
  }
  const { requests } = provisioning.context;
  await requests.saveUnlessChanged(provisioning.requestId, undefined, {
    status: "failed",
    message,
    notified: true,
  });
  return "done";
}

/** Asks for approval in the requester's name, as the form does; the same again changes nothing. */
async function askApprovers(
  { requestId, submission, context }: ProvisioningRequest,
  { userName = submission.userName }: WorkflowAnswer,
): Promise<"asked" | "not needed"> {
  const { userId, connection, workflow } = submission;
  const request = requestToSend(submission, context);
  const basis = await readPriceBasis(connection, context);
  const needed = await approvalNeeded({ request, connection, userId }, context, basis);
  if (!needed) {
    // The policy has changed since the answer.
    await context.audit.record({
      at: context.now().toISOString(),
      userId,
      userName,
      action: "service.request",
      subject: request.name,
      after: { connection },
      result: "done",
      requestId,
    });
    return "not needed";
  }
  const content = await creationContent(
    {
      id: requestId,
      requester: { userId, userName },
      workflow: workflow && { executionId: workflow.executionId },
      connection,
      request,
      price: priceOf(request, basis),
      limits: await limitsOf({ userId }, context),
      known: CreateFacts.parse({}),
    },
    needed,
    context,
  );
  await openRequest(content, context);
  return "asked";
}

/** Replaces the buttons with the answer. */
async function showAnswer(
  { requestId, submission, context }: ProvisioningRequest,
  { messageRef, shown }: WorkflowAsk,
  answer: WorkflowAnswer,
): Promise<void> {
  if (!messageRef || shown) return;
  const text = formatAnswer(answer, requestedName(submission.request));
  await redraw(context.messenger, messageRef, say(text));
  await context.workflowAsks.shown(requestId);
}

function formatAnswer({ kind, at }: WorkflowAnswer, name: string): string {
  const when = slackDate(new Date(at));
  const title = texts.answeredTitle(name);
  switch (kind) {
    case "create":
      return `:white_check_mark: ${title} ${texts.answers.create(when)}`;
    case "approval":
      return `:hourglass_flowing_sand: ${title} ${texts.answers.approval(when)}`;
    case "declined":
      return `:no_entry: ${title} ${texts.answers.declined(when)}`;
    case "lapsed":
    case "unasked":
      return `:hourglass: ${title} ${texts.answers.lapsed}`;
  }
}
