import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";
import { findLost } from "../../../platform/jobs/request-log/machine.ts";
import { remainingMs, showsByMs } from "../../../platform/jobs/request-log/send-once.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { endpointsOf } from "../announcement/endpoints.ts";
import { keepFound } from "../announcement/keep-created.ts";
import type { ServicesContext } from "../context.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import { recordOutcome } from "../provisioning/record-outcome.ts";
import {
  type ProvisioningRequest,
  addUnresolved,
  findSubmission,
  showInForm,
} from "../provisioning/submission.ts";
import { type Why, absentText, ask, closeQuestion, foundText, searchingView } from "./ask.ts";
import { serviceIdField, serviceIdForm } from "./interactions.ts";
import * as texts from "./texts.ts";
import { type Verdict, findVerdict } from "./verdict.ts";

type Unknown = ProgressOf<"unknown">;

/** After the question, the list is still read this often and this long, because the answer may come by itself. */
const seldomMs = 10 * minuteMs;
const seldomForMs = dayMs;
/** A list that was read for another request within this time is fresh enough. */
const freshMs = 1_000;
/** How long to wait, after the time is over, for the end of the cloud's "too many requests". */
const limitedForMs = 5 * minuteMs;

/**
 * Resolves a request with a lost answer from the cloud's list of services. It is never sent again. If the list does not
 * show the outcome, the requester is asked once.
 */
export async function resolveLost(provisioning: ProvisioningRequest, unknown: Unknown): Promise<Step> {
  const { said } = unknown;
  if (said) return checkAnswer(provisioning, unknown, said);
  if (provisioning.submission.request.name === undefined) return askOnce(provisioning, unknown, "nameless");
  return findLost(
    provisioning,
    unknown,
    (isOver) => lookInList(provisioning, unknown, isOver),
    () => showInForm(provisioning, searchingView(provisioning.submission.request)),
  );
}

/** What the list says of a request. Undefined to read it again. */
async function lookInList(
  provisioning: ProvisioningRequest,
  unknown: Unknown,
  isOver: boolean,
): Promise<Step | undefined> {
  const verdict = await readVerdict(provisioning, unknown, isOver);
  const later = unknown.asked ? { againInMs: seldomMs } : undefined;
  if (verdict instanceof AppError) {
    // Waits only for a temporary failure. A server without a list will have none in a minute either.
    const mayPass = verdict.kind === "upstream" && !verdict.unserved;
    return mayPass && !isOver ? later : askOnce(provisioning, unknown, { failure: verdict });
  }
  switch (verdict.kind) {
    case "found":
      await resolveAsFound(provisioning, unknown, verdict.service);
      // If another request was faster, the list is read again.
      return "next";
    case "absent":
      if (!isOver) return later;
      if (unknown.reopened) return absent(provisioning, unknown);
      // The cloud answered that it succeeded, so the service exists, perhaps under another name.
      if (unknown.succeeded) return askOnce(provisioning, unknown, "unlisted");
      // Its sender may still go on, after any reading of the list.
      return unknown.abandoned ? askOnce(provisioning, unknown, "abandoned") : absent(provisioning, unknown);
    case "unclear":
      if (verdict.open || !isOver) return later;
      return askOnce(provisioning, unknown, { services: verdict.services });
  }
}

/** What the list shows, or why it cannot be read. */
async function readVerdict(
  provisioning: ProvisioningRequest,
  unknown: Unknown,
  isOver: boolean,
): Promise<Verdict | AppError> {
  const { context } = provisioning;
  // An older list proves nothing. Once the time is over, only a list from after that does.
  const notBeforeMs = isOver ? showsByMs(unknown, context.limits) : Date.parse(unknown.lostAt);
  const since = new Date(Math.max(context.now().getTime() - freshMs, notBeforeMs));
  try {
    return await findVerdict(provisioning, unknown, since);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    // Redis failed, for example, and not the cloud.
    if (error.operation === undefined && error.kind === "upstream") throw error;
    if (error.kind === "limited" && remainingMs(unknown, context) > -limitedForMs) throw error;
    return error;
  }
}

async function askOnce(provisioning: ProvisioningRequest, unknown: Unknown, why: Why): Promise<Step> {
  if (!unknown.asked) await ask(provisioning, unknown, why);
  const ageMs = provisioning.context.now().getTime() - Date.parse(unknown.lostAt);
  return ageMs < seldomForMs ? { againInMs: seldomMs } : "done";
}

async function absent(provisioning: ProvisioningRequest, unknown: Unknown): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const message = texts.notListed(unknown.message);
  // The requester knows the failure already if it was resolved so before.
  const failed: ProgressOf<"failed"> = { status: "failed", message, notified: unknown.reopened ?? false };
  if (await context.requests.saveUnlessChanged(requestId, unknown, failed)) {
    await context.unresolved.drop(requestId);
    await recordOutcome(provisioning, { verb: "create", result: "failed", detail: message });
    if (unknown.askedIn) await closeQuestion(unknown.askedIn, absentText(submission.request), context);
  }
  return "next";
}

/** Resolves a request again, because the service found for it is another request's by the cloud's own answer. */
export async function resolveAgain(
  requestId: string,
  serviceId: string,
  context: ServicesContext,
): Promise<void> {
  const { requests, creations, now } = context;
  const progress = await requests.find(requestId);
  const submission = await findSubmission(requestId, context);
  if (progress?.status !== "created" || progress.serviceId !== serviceId || !submission) return;
  const { createdAt } = progress;
  await addUnresolved(requestId, submission, createdAt, context);
  const isReopened = await requests.saveUnlessChanged(requestId, progress, {
    status: "unknown",
    sentAt: createdAt,
    lostAt: now().toISOString(),
    answered: false,
    succeeded: false,
    abandoned: true,
    message: texts.turnedOut(serviceId),
    asked: false,
  });
  if (isReopened) await creations.wake(requestId, submission);
}

type Said = NonNullable<Unknown["said"]>;

/** Checks the service that the requester named. It is believed unless the cloud says otherwise. */
async function checkAnswer(provisioning: ProvisioningRequest, unknown: Unknown, said: Said): Promise<Step> {
  const { submission, context } = provisioning;
  const checked = await check(provisioning, said.serviceId);
  if ("problem" in checked) return refuse(provisioning, unknown, said, checked.problem);
  const kept = await resolveAsFound(provisioning, unknown, { ...checked.service, id: said.serviceId });
  if (kept === "another's") return refuse(provisioning, unknown, said, texts.anothers);
  const text = foundText(submission.request, said.serviceId);
  await context.messenger.updateModal(said.form.viewId, notice("It was created", [section(text)]));
  return "next";
}

/** The service as far as the cloud shows it, or what is wrong with its id. */
async function check(
  { submission, context }: ProvisioningRequest,
  serviceId: string,
): Promise<{ service: Partial<Service> } | { problem: string }> {
  const wanted = submission.request.name;
  try {
    const service = await context.cloudOf(submission.connection).call(getService, { serviceId });
    const isAnother = wanted !== undefined && foldName(service.name ?? wanted) !== foldName(wanted);
    return isAnother ? { problem: texts.anotherName(service.name ?? "", wanted) } : { service };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return unchecked(error);
  }
}

/** A server that does not show single services, or not to this key, cannot refute the answer. */
function unchecked(error: AppError): { service: Partial<Service> } | { problem: string } {
  if (error.unserved || error.kind === "auth" || error.kind === "forbidden") return { service: {} };
  if (error.kind === "missing") return { problem: texts.unknownId };
  return { problem: texts.cannotAsk(error.message) };
}

/** Keeps the question open, and shows the problem in the form. */
async function refuse(
  provisioning: ProvisioningRequest,
  unknown: Unknown,
  said: Said,
  problem: string,
): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const { said: _said, ...asked } = unknown;
  if (!(await context.requests.saveUnlessChanged(requestId, unknown, asked))) return "next";
  await refuseSubmission(
    serviceIdForm,
    { ...said.form, userId: submission.userId },
    {
      message: texts.notTaken,
      problem: { field: serviceIdField, message: problem },
    },
    context,
  );
  return "next";
}

/** Saves a found service as the request's, unless it is resolved, or the service is another request's. */
async function resolveAsFound(
  provisioning: ProvisioningRequest,
  { askedIn, reopened }: ProgressOf<"unknown">,
  { id: serviceId, name, state, endpoints }: Partial<Service> & { id: string },
): Promise<"kept" | "another's"> {
  const { requestId, submission, context } = provisioning;
  const owner = await context.origins.attribute(serviceId, requestId);
  if (owner !== requestId) return "another's";
  await keepFound(provisioning, {
    serviceId,
    name: name ?? submission.request.name ?? serviceId,
    endpoints: endpointsOf({ endpoints }),
    state,
    corrects: reopened ? {} : undefined,
  });
  await context.unresolved.drop(requestId);
  const after = { serviceId, connection: submission.connection };
  await recordOutcome(provisioning, {
    verb: "create",
    result: "done",
    detail: texts.foundLater,
    after,
  });
  if (askedIn) await closeQuestion(askedIn, foundText(submission.request, serviceId), context);
  return "kept";
}
