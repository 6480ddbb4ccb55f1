import { ServiceRequest, serviceRequestProblems } from "../../cloud/service-request.ts";
import { type Form, type FormProblem, type FormValues, shownFields } from "../form.ts";
import { sections } from "./fields.ts";
import { defaultConnection } from "../../store/connections.ts";
import { sealedRequest, type Submission } from "./submission.ts";
import { creatingView } from "./views.ts";

/** Slack draws what a submission's acknowledgement says after it has taken it, over whatever is drawn before. */
const slackShowsWithinMs = 300;

/** The form behind `/db create`. */
export const createServiceForm: Form = {
  name: "create-service",
  title: "Create a service",
  submit: "Create",
  sections,
  problems: (values) => [...missingFields(values), ...serviceRequestProblems(values)],

  async accept({ formId, attempt, viewId, userId, userName, channelId, values }, context) {
    const request = ServiceRequest.parse(values);
    const submission: Submission = {
      workspaceId: context.workspaceId,
      userId,
      userName,
      channelId,
      connection: defaultConnection,
      form: { formId, attempt, viewId },
      ...sealedRequest(request, context),
    };
    // The id is the view's attempt, not the click: a second click or a re-delivery is the same request.
    await context.creations.accept(`${formId}-${attempt}`, submission, slackShowsWithinMs);
    return creatingView(request);
  },
};

/** The specification requires nothing; a person who creates a service must at least say what it is and where. */
function missingFields(values: FormValues): FormProblem[] {
  return shownFields(createServiceForm, values)
    .filter(({ name, optional }) => !optional && isBlank(values[name]))
    .map(({ name, label }) => ({ field: name, message: `${label} is needed.` }));
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && value.trim() === "");
}
