import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError } from "../../../lib/errors.ts";
import { recordOutcome } from "../provisioning/record-outcome.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import { resolveAsFound } from "./resolve-as-found.ts";
import { findVerdict } from "./read-list.ts";
import { readAgainInMs, showsByMs } from "../../../platform/jobs/request-log/lost-response.ts";
import { absentText, searchingView } from "./texts.ts";
import type { Verdict } from "./verdict.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { type Why, ask, closeQuestion } from "./ask.ts";
import type { ServicesContext } from "../context.ts";
import { foldName } from "../../../lib/text.ts";
import { checkAnswer } from "./answers.ts";
import { Submission, type ProvisioningRequest, showInForm } from "../provisioning/submission.ts";

type Unknown = ProgressOf<"unknown">;

/** Once its person was asked, it may still become clear by itself: so often, and so long, it is looked at. */
const seldomMs = 10 * minuteMs;
const resolvedForMs = dayMs;
/** A list that somebody else asked for so lately will do. */
const freshMs = 1_000;
/** So long after the rest the cloud's "too many requests" is waited out. */
const limitedForMs = 5 * minuteMs;

/**
 * Finds out what became of a request whose answer was lost, by looking and never by sending it again. What cannot be
 * found out is asked of its person, once.
 */
export async function resolveLost(provisioning: ProvisioningRequest, unknown: Unknown): Promise<Step> {
  const { said } = unknown;
  if (said) return checkAnswer(provisioning, unknown, said);
  if (provisioning.submission.request.name === undefined) return askOnce(provisioning, unknown, "nameless");
  const verdict = await readVerdict(provisioning, unknown);
  if (verdict instanceof AppError) return cannotRead(provisioning, unknown, verdict);
  switch (verdict.kind) {
    case "found":
      await resolveAsFound(provisioning, unknown, verdict.service);
      // Where another request was faster, the list is looked at again with that known.
      return "next";
    case "absent":
      if (remainingMs(provisioning, unknown) > 0) return waitMore(provisioning, unknown);
      if (unknown.reopened) return absent(provisioning, unknown);
      // Who answered that it succeeded has it somewhere, under another name perhaps.
      if (unknown.succeeded) return askOnce(provisioning, unknown, "unlisted");
      // What its process left on the way may arrive after every look.
      return unknown.abandoned ? askOnce(provisioning, unknown, "abandoned") : absent(provisioning, unknown);
    case "unclear":
      if (verdict.open || remainingMs(provisioning, unknown) > 0) return waitMore(provisioning, unknown);
      return askOnce(provisioning, unknown, { services: verdict.services });
  }
}

function remainingMs({ context }: ProvisioningRequest, unknown: Unknown): number {
  return showsByMs(unknown, context.limits) - context.now().getTime();
}

/** What the list says, or why it cannot be looked at. */
async function readVerdict(provisioning: ProvisioningRequest, unknown: Unknown): Promise<Verdict | AppError> {
  const { context } = provisioning;
  const isOver = remainingMs(provisioning, unknown) <= 0;
  // A list from before is of no use, nor is one from before it is over, once it is.
  const notBeforeMs = isOver ? showsByMs(unknown, context.limits) : Date.parse(unknown.lostAt);
  const since = new Date(Math.max(context.now().getTime() - freshMs, notBeforeMs));
  try {
    return await findVerdict(provisioning, unknown, since);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    // Redis being away, say, is not the cloud's answer.
    if (error.operation === undefined && error.kind === "upstream") throw error;
    if (error.kind === "limited" && remainingMs(provisioning, unknown) > -limitedForMs) throw error;
    return error;
  }
}

/** A server that does not offer its list will not do so in a minute; one that fails may. */
function cannotRead(
  provisioning: ProvisioningRequest,
  unknown: Unknown,
  failure: AppError,
): Step | Promise<Step> {
  const mayPass = failure.kind === "upstream" && !failure.unserved;
  if (mayPass && remainingMs(provisioning, unknown) > 0) return waitMore(provisioning, unknown);
  return askOnce(provisioning, unknown, { failure });
}

async function waitMore(provisioning: ProvisioningRequest, unknown: Unknown): Promise<Step> {
  if (unknown.asked) return { againInMs: seldomMs };
  await showInForm(provisioning, searchingView(provisioning.submission.request));
  const remaining = remainingMs(provisioning, unknown);
  return { againInMs: readAgainInMs(unknown, provisioning.context.now(), remaining) };
}

async function askOnce(provisioning: ProvisioningRequest, unknown: Unknown, why: Why): Promise<Step> {
  if (!unknown.asked) await ask(provisioning, unknown, why);
  const ageMs = provisioning.context.now().getTime() - Date.parse(unknown.lostAt);
  return ageMs < resolvedForMs ? { againInMs: seldomMs } : "done";
}

async function absent(provisioning: ProvisioningRequest, unknown: Unknown): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const message = `${unknown.message} The cloud's list of services does not have it.`;
  // A second look without news need not be told.
  const failed: ProgressOf<"failed"> = { status: "failed", message, told: unknown.reopened ?? false };
  if (await context.requests.saveUnlessChanged(requestId, unknown, failed)) {
    await context.unresolved.drop(requestId);
    await recordOutcome(provisioning, { verb: "create", result: "failed", detail: message });
    if (unknown.askedIn) await closeQuestion(unknown.askedIn, absentText(submission.request), context);
  }
  return "next";
}

/**
 * Takes a service away from a request that it was found for, since it is another one's by the cloud's own answer. What
 * became of that request is looked for again, and its person is asked.
 */
export async function resolveAgain(
  requestId: string,
  serviceId: string,
  { requests, unresolved, creations, now }: ServicesContext,
): Promise<void> {
  const progress = await requests.find(requestId);
  const { data: submission } = Submission.safeParse(await requests.submission(requestId));
  if (progress?.status !== "created" || progress.serviceId !== serviceId || !submission) return;
  const { createdAt } = progress;
  await unresolved.add(requestId, {
    name: foldName(submission.request.name),
    connection: submission.connection,
    since: createdAt,
  });
  const isReopened = await requests.saveUnlessChanged(requestId, progress, {
    status: "unknown",
    sentAt: createdAt,
    lostAt: now().toISOString(),
    answered: false,
    succeeded: false,
    abandoned: true,
    message: `Service ${serviceId}, which was found for it, turned out to be another request's.`,
    asked: false,
  });
  if (isReopened) await creations.wake(requestId, submission);
}
