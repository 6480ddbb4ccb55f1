import type { ModalView } from "@slack/types";
import { AppError, attempt } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { asSentences } from "../../../lib/text.ts";
import { section } from "../../../platform/blocks/text.ts";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type {
  Accepted,
  Finding,
  Form,
  FormPerson,
  FormProblem,
  FormState,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import { perDayOf, priceOf } from "../../costs/index.ts";
import { askForApproval } from "../approval/ask.ts";
import { type ApprovalNeeded, approvalNeeded } from "../approval/needed.ts";
import type { ServicesContext } from "../context.ts";
import { whyDeniedSoFar } from "../hard-limits/denied.ts";
import { noTeam } from "../hard-limits/texts.ts";
import { type Submission, acceptRequest, sealedRequest } from "../provisioning/submission.ts";
import { fixedByBackup, readBackups } from "../restore/read-backups.ts";
import { begin, beside, fromPreset, hasSameRules, readPrices, rulesFor } from "./begin.ts";
import { expiresIn, expiryProblemsNow } from "./expires.ts";
import { factsOf, fixedByChoice } from "./facts.ts";
import { limitsNow, limitsOf } from "./limits.ts";
import { fixedByPick, typed } from "./pick.ts";
import { overLimits, problemsOf } from "./problems.ts";
import { connectionIn, ownerIn, readRequest, requestedName } from "./request.ts";
import { basisIn, fixedBySize, keptBasis, memoryValues, sizeOf } from "./sizes.ts";
import { access, older, warehouse } from "./steps/access.ts";
import { basics } from "./steps/basics.ts";
import { review } from "./steps/review.ts";
import { ownCloud, size } from "./steps/size.ts";
import { start } from "./steps/start.ts";
import * as stepTexts from "./steps/texts.ts";
import { claimName, listedServices, takenNames, whyNameIsTaken } from "./taken-name.ts";
import * as texts from "./texts.ts";

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

/** Prepares what a step shows at once: the current limits, and on the review the estimate as far as it is known. */
async function prepare(
  step: string,
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Partial<FormState> | undefined> {
  const limited = {
    ...(await limitsNow(state.facts, context)),
    taken: takenNames(await context.services.list()),
  };
  if (step === "start") {
    const size = { size: sizeOf(state.values) };
    const rules = await rulesFor(state, person, context, { basis: basisIn(state) });
    return { values: size, facts: { ...limited, ...rules } };
  }
  const values = memoryValues(state);
  if (step !== "review") return { values, facts: limited };
  const basis = basisIn(state) ?? (await keptBasis(connectionIn(state.values), context));
  const rules = await rulesFor(state, person, context, { basis });
  return { values, facts: { ...limited, basis, ...rules, savedAs: undefined } };
}

/** Reads what takes a while: a preset, a service's backups or the estimate. */
async function fetchFacts(
  about: string,
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  if (about === "preset") return readPreset(state, context);
  if (about === "backupService") return readBackups(state, context, person);
  if (about === "review") return readPrices(state, context, person);
  if (about !== "" && about !== "start" && about !== "basics") return undefined;
  if (!isPresetRead(state)) return readPreset(state, context);
  return areBackupsRead(state) ? undefined : readBackups(state, context, person);
}

// Forms that open together share one request.
const listCachedForMs = 5_000;

/** Reads what the form can do without: the cloud's list of services, the prices of sizes, and who must approve. */
function fetchAside(
  about: string,
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined>[] {
  const isOpened = about === "" || about === "start" || about === "connection";
  // A new form that has its prices read them a moment ago.
  const isPriced = about === "" && basisIn(state) !== undefined;
  return [
    ...(isOpened || about === "basics" ? [readList(state, context)] : []),
    ...(isOpened && !isPriced ? [readPrices(state, context, person)] : []),
    ...(isPriced || about === "size" ? [readRules(state, context, person)] : []),
  ];
}

async function readList({ values }: FormState, context: ServicesContext): Promise<Finding | undefined> {
  const connection = connectionIn(values);
  const since = new Date(context.now().getTime() - listCachedForMs);
  const services = await attempt(() => context.servicesSince(connection, since));
  if (services instanceof AppError) {
    context.log.info({ err: services }, "the form opens without the cloud's list of services");
    return undefined;
  }
  return {
    facts: { listed: listedServices(connection, services) },
    counts: (now) => connectionIn(now.values) === connection,
  };
}

async function readRules(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const rules = await rulesFor(state, person, context, { basis: basisIn(state), readsBudgets: true });
  const known = factsOf(state.facts);
  if (rules.approval === known.approval && rules.denial === known.denial) return undefined;
  return { facts: rules, counts: (now) => hasSameRules(now, state) };
}

async function readPreset(state: FormState, context: ServicesContext): Promise<Finding> {
  const { preset: name } = state.values;
  const counts = ({ values }: FormState) => values["preset"] === name;
  return typeof name === "string"
    ? { ...(await fromPreset(name, context)), counts }
    : { facts: { preset: undefined }, counts };
}

function isPresetRead({ values: { preset }, facts }: FormState): boolean {
  return preset === undefined || preset === factsOf(facts).preset?.name;
}

/** False when reading them failed, or stopped with its process. */
function areBackupsRead({ values: { backupService }, facts }: FormState): boolean {
  const { backups } = factsOf(facts);
  return (
    backupService === undefined ||
    backupService === typed ||
    (backups?.serviceId === backupService && backups?.state === "read")
  );
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
