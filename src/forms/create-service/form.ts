import { createHash } from "node:crypto";
import { ServiceRequest } from "../../cloud/service-request.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Accepted, Form, FormState, SubmittedForm } from "../form.ts";
import { slackShowsWithinMs } from "../submit.ts";
import { begin } from "./begin.ts";
import { creatingView } from "./creating-view.ts";
import { lookUp, prepare } from "./look-up.ts";
import { problemsOf } from "./problems.ts";
import { connectionIn, readRequest } from "./request.ts";
import { settledByBackup } from "./backup/settled-by-backup.ts";
import { access } from "./steps/access.ts";
import { basics } from "./steps/basics.ts";
import { older } from "./steps/older.ts";
import { review } from "./steps/review.ts";
import { size } from "./steps/size.ts";
import { type Submission, sealedRequest } from "./life/submission.ts";

/** The form behind `/db create`. */
export const createServiceForm: Form = {
  name: "create-service",
  access: "operator",
  title: "Create a service",
  submit: "Create",
  steps: [basics, size, access, older, review],
  resumes: true,
  begin,
  settled: settledByBackup,
  problems: problemsOf,
  prepare,
  lookUp,
  digest,
  accept,
};

async function accept(
  { formId, attempt, viewId, userId, userName, channelId, values }: SubmittedForm,
  context: WorkspaceContext,
): Promise<Accepted> {
  const request = ServiceRequest.parse(readRequest(values).request);
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId,
    userName,
    channelId,
    connection: connectionIn(values),
    form: { formId, attempt, viewId },
    ...sealedRequest(request, context),
  };
  // The id is the view's attempt, not the click: a second click or a re-delivery is the same request.
  await context.creations.accept(`${formId}-${attempt}`, submission, slackShowsWithinMs);
  return { view: creatingView(request) };
}

/** What is agreed to with the last button: the whole request, and where it goes. */
function digest({ values }: FormState): string {
  const agreed = JSON.stringify([connectionIn(values), readRequest(values).request]);
  return createHash("sha256").update(agreed).digest("base64url").slice(0, 16);
}
