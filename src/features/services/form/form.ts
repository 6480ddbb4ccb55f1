import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import type { Accepted, Form, FormProblem, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { asSentences } from "../../../lib/text.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import { askForApproval } from "../approval/ask.ts";
import { type ApprovalNeeded, approvalNeeded } from "../approval/needed.ts";
import { begin, beside } from "./begin.ts";
import { fetchFacts, fetchAside, prepare } from "./fetch.ts";
import { overLimits, problemsOf } from "./problems.ts";
import { connectionIn, ownerIn, readRequest, requestedName } from "./request.ts";
import { basics } from "./steps/basics.ts";
import { review } from "./steps/review.ts";
import { ownCloud, size } from "./steps/size.ts";
import { acceptRequest, type Submission, sealedRequest } from "../provisioning/submission.ts";
import { claimName, whyNameIsTaken } from "./taken-name.ts";
import { hashJson } from "../../../lib/hash.ts";
import { factsOf, fixedByChoice } from "./facts.ts";
import { expiresIn, expiryProblemsNow } from "./expires.ts";
import { limitsOf } from "./limits.ts";
import { whyDeniedSoFar } from "../hard-limits/denied.ts";
import { noTeam } from "../hard-limits/texts.ts";
import type { ModalView } from "@slack/types";
import { section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { access, older, warehouse } from "./steps/access.ts";
import { start } from "./steps/start.ts";
import { fixedByPick } from "./pick.ts";
import { basisIn } from "./prices.ts";
import { perDayOf, priceOf } from "../../costs/index.ts";
import { fixedBySize } from "./sizes.ts";
import * as texts from "./texts.ts";
import * as stepTexts from "./steps/texts.ts";
import { attempt } from "../../../lib/errors.ts";
import { fixedByBackup } from "../restore/read-backups.ts";

/** What the modal shows while the cloud works. */
function creatingView(request: ServiceRequest): ModalView {
  return notice("Creating", [section(texts.creatingText(requestedName(request))), section(texts.mayClose)]);
}

/** What a request waits for: a busy cloud, or Quartermaster's own storage that confirms no write. */
export type Busy = "cloud" | "storage";

/** What the modal shows while the request waits. */
export function waitingView(request: ServiceRequest, busy: Busy): ModalView {
  return notice("Waiting", [section(waitingText(request, busy)), section(texts.mayCloseWaiting)]);
}

/** Says in mrkdwn that a request waits, and for what. */
export function waitingText(request: ServiceRequest, busy: Busy): string {
  return texts.waitingToCreate(requestedName(request), busy);
}

/** The form behind `/db create`. */
export const createServiceForm: Form<ServicesContext> = {
  name: "create-service",
  access: "operator",
  title: "Create a service",
  submit: ({ facts }) =>
    factsOf(facts).approval === undefined ? stepTexts.buttonTexts.create : stepTexts.buttonTexts.ask,
  steps: [start, basics, size, access, older, review],
  resumes: true,
  beside,
  begin,
  fixed(state) {
    const picked = { ...fixedByPick(ownCloud, state), ...fixedByPick(warehouse, state) };
    const ids = Object.entries(picked).map(([field, { value }]) => [field, value]);
    const known = { ...state, values: { ...state.values, ...Object.fromEntries(ids) } };
    const byBackup = fixedByBackup(known);
    return {
      ...picked,
      ...fixedBySize(known),
      ...fixedByChoice(known, byBackup["tier"]?.value),
      ...byBackup,
    };
  },
  problems: problemsOf,
  prepare,
  fetchFacts,
  fetchAside,
  hash: hashAgreement,
  accept,
};

async function accept(submitted: SubmittedForm, context: ServicesContext): Promise<Accepted> {
  const { formId, attempt, viewId, userId, userName, channelId, values } = submitted;
  const request = ServiceRequest.parse(readRequest(values).request);
  const connection = connectionIn(values);
  const requestId = `${formId}-${attempt}`;
  const limits = await limitsOf({ userId, channelId }, context);
  const problems = [
    ...overLimits(limits, request, values),
    ...expiryProblemsNow(values, limits, context.now()),
  ];
  if (problems.length > 0) {
    await recordRefused(submitted, request, problems, context);
    return { problems };
  }
  const wanted = { request, connection, userId, channelId };
  const denial = await whyDeniedSoFar({ request, connection, owner: ownerIn(values) }, context, {
    basis: basisIn(submitted),
  });
  if (denial !== undefined) {
    const denied = [{ field: denial === noTeam ? "team" : "size", message: denial }];
    await recordRefused(submitted, request, denied, context);
    return { problems: denied };
  }
  const basis = basisIn(submitted);
  const needed = await approvalNeeded(wanted, context, basis);
  const isShown = factsOf(submitted.facts).approval !== undefined;
  if (isShown !== (needed !== undefined)) return reviewAgain(needed);
  const taken = needed ? await whyNameIsTaken(wanted, context) : await claimName(requestId, wanted, context);
  if (taken !== undefined) return { problems: [{ field: "name", message: taken }] };
  await rememberPlace(userId, request, context);
  if (needed) return { view: await askForApproval(submitted, request, needed, limits, context) };
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId,
    userName,
    channelId,
    connection,
    owner: ownerIn(values),
    form: { formId, attempt, viewId },
    expires: expiresIn(values),
    preset: factsOf(submitted.facts).preset?.name,
    perDay: perDayOf(priceOf(request, basis)),
    ...sealedRequest(request, context),
  };
  // The id names the view's attempt, not the click: a second click or a redelivery is the same request.
  await acceptRequest(requestId, submission, context, slackShowsWithinMs);
  return { view: creatingView(request) };
}

/** Remembers the place for the next form. A form is accepted without it, too. */
async function rememberPlace(
  userId: string,
  { provider, region }: ServiceRequest,
  { lastPlaces }: ServicesContext,
): Promise<void> {
  if (provider && region) await attempt(() => lastPlaces.save(userId, { provider, region }));
}

/** Records a request beyond the role's limits as a refusal. */
async function recordRefused(
  { userId, channelId }: SubmittedForm,
  { name }: ServiceRequest,
  problems: readonly FormProblem[],
  { audit, now }: ServicesContext,
): Promise<void> {
  await audit.record({
    at: now().toISOString(),
    userId,
    channelId,
    action: "service.request",
    subject: name,
    result: "refused",
    detail: asSentences(problems.map(({ message }) => message)),
  });
}

/** The approval rules changed since the review was drawn, so its button is out of date. */
function reviewAgain(needed: ApprovalNeeded | undefined): Accepted {
  const message = needed ? texts.needsApprovalNow : texts.needsNoApprovalNow;
  return { problems: [{ field: "approval", message }] };
}

/** Hashes what the last button agrees to: the request, its connection, and whether it needs approval. */
function hashAgreement({ values, facts }: FormState): string {
  const asks = factsOf(facts).approval === undefined ? [] : ["approval"];
  const ends = expiresIn(values);
  const all = [connectionIn(values), readRequest(values).request, ownerIn(values), ...asks];
  return hashJson(ends === undefined ? all : [...all, ends]);
}
