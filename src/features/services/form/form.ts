import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import type { Accepted, Form, FormProblem, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { asSentences } from "../../../lib/text.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import { askForApproval } from "../approval/ask.ts";
import { type ApprovalNeeded, approvalNeeded } from "../approval/needed.ts";
import { begin, beside } from "./begin.ts";
import { creatingView } from "./creating-view.ts";
import { factsOf } from "./facts.ts";
import { lookUp, lookUpAside, prepare } from "./look-up.ts";
import { limitsOf } from "./limits-of.ts";
import { overLimits, problemsOf } from "./problems.ts";
import { connectionIn, readRequest } from "./request.ts";
import { settledByBackup } from "../restore/settled-by-backup.ts";
import { settledByChoice } from "./settled-by-choice.ts";
import { access } from "./steps/access.ts";
import { basics } from "./steps/basics.ts";
import { older } from "./steps/older.ts";
import { review } from "./steps/review.ts";
import { size } from "./steps/size.ts";
import { type Submission, sealedRequest } from "../provisioning/submission.ts";
import { claimName, whyNameIsTaken } from "./taken-name.ts";
import { hashJson } from "../../../lib/hash.ts";

/** The form behind `/db create`. */
export const createServiceForm: Form<ServicesContext> = {
  name: "create-service",
  access: "operator",
  title: "Create a service",
  submit: ({ facts }) => (factsOf(facts).approval === undefined ? "Create" : "Ask for approval"),
  steps: [basics, size, access, older, review],
  resumes: true,
  beside,
  begin,
  settled(state) {
    const byBackup = settledByBackup(state);
    return { ...settledByChoice(state, byBackup["tier"]?.value), ...byBackup };
  },
  problems: problemsOf,
  prepare,
  lookUp,
  lookUpAside,
  digest,
  accept,
};

async function accept(submitted: SubmittedForm, context: ServicesContext): Promise<Accepted> {
  const { formId, attempt, viewId, userId, userName, channelId, values } = submitted;
  const request = ServiceRequest.parse(readRequest(values).request);
  const connection = connectionIn(values);
  const requestId = `${formId}-${attempt}`;
  const problems = overLimits(await limitsOf({ userId, channelId }, context), request, values);
  if (problems.length > 0) {
    await recordRefused(submitted, request, problems, context);
    return { problems };
  }
  const wanted = { request, connection, userId, channelId };
  const needed = await approvalNeeded(wanted, context);
  const isShown = factsOf(submitted.facts).approval !== undefined;
  if (isShown !== (needed !== undefined)) return lookAgain(needed);
  const taken = needed ? await whyNameIsTaken(wanted, context) : await claimName(requestId, wanted, context);
  if (taken !== undefined) return { problems: [{ field: "name", message: taken }] };
  if (needed) return { view: await askForApproval(submitted, request, needed, context) };
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId,
    userName,
    channelId,
    connection,
    form: { formId, attempt, viewId },
    ...sealedRequest(request, context),
  };
  // The id is the view's attempt, not the click: a second click or a re-delivery is the same request.
  await context.creations.accept(requestId, submission, slackShowsWithinMs);
  return { view: creatingView(request) };
}

/** What somebody's role may not create is worth an entry, as what it may not do. */
async function recordRefused(
  { userId, userName, channelId }: SubmittedForm,
  { name }: ServiceRequest,
  problems: readonly FormProblem[],
  { audit, now }: ServicesContext,
): Promise<void> {
  await audit.record({
    at: now().toISOString(),
    userId,
    userName,
    ...(channelId ? { channelId } : {}),
    action: "service.request",
    ...(name === undefined ? {} : { subject: name }),
    result: "refused",
    detail: asSentences(problems.map(({ message }) => message)),
  });
}

/** The rules of approval were changed since it was drawn, and the button says something else by now. */
function lookAgain(needed: ApprovalNeeded | undefined): Accepted {
  const message = needed
    ? "This needs approval by now. Please look again, and press Ask for approval."
    : "This needs no approval any more. Please look again, and press Create.";
  return { problems: [{ field: "approval", message }] };
}

/** What is agreed to with the last button: the whole request, where it goes, and whether it is asked for first. */
function digest({ values, facts }: FormState): string {
  const asks = factsOf(facts).approval === undefined ? [] : ["approval"];
  return hashJson([connectionIn(values), readRequest(values).request, ...asks]);
}
