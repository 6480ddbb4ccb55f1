import { section } from "../../../platform/blocks/text.ts";
import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { AppError } from "../../../lib/errors.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { refuseSubmission } from "../../../platform/forms/refuse.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";
import { settleAsFound } from "./resolve-as-found.ts";
import { serviceIdField, serviceIdForm } from "./service-id-form.ts";
import { foundText } from "./texts.ts";
import { foldName } from "../../../lib/text.ts";

type Unknown = ProgressOf<"unknown">;
type Said = NonNullable<Unknown["said"]>;

/** Its person said which service a request became: believed unless the cloud says otherwise. */
export async function checkAnswer(wish: Wish, unknown: Unknown, said: Said): Promise<Step> {
  const { submission, context } = wish;
  const checked = await check(wish, said.serviceId);
  if ("problem" in checked) return refuse(wish, unknown, said, checked.problem);
  const kept = await settleAsFound(wish, unknown, { ...checked.service, id: said.serviceId });
  if (kept === "another's")
    return refuse(wish, unknown, said, "This service was made by another request. Check the id.");
  const text = foundText(submission.request, said.serviceId);
  await context.messenger.updateModal(said.form.viewId, notice("It was created", [section(text)]));
  return "next";
}

/** The service as the cloud tells it, as far as it does; what is wrong with the id in words, where something is. */
async function check(
  { submission, context }: Wish,
  serviceId: string,
): Promise<{ service: Partial<Service> } | { problem: string }> {
  const wanted = submission.request.name;
  try {
    const service = await context.cloudOf(submission.connection).call(getService, { serviceId });
    const isAnother = wanted !== undefined && foldName(service.name ?? wanted) !== foldName(wanted);
    return isAnother ? { problem: anotherName(service.name ?? "", wanted) } : { service };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return unchecked(error);
  }
}

/** Servers that do not tell of one service, or not to this key, cannot say no either. */
function unchecked(error: AppError): { service: Partial<Service> } | { problem: string } {
  if (error.unserved || error.kind === "auth" || error.kind === "forbidden") return { service: {} };
  if (error.kind === "missing") return { problem: "The cloud knows no service with this id. Check the id." };
  return { problem: `The cloud could not be asked about it. ${error.message}` };
}

function anotherName(name: string, wanted: string): string {
  return `The service with this id is called “${name}”, not “${wanted}”. Check the id.`;
}

/** The question stands as before, and the form shows what is wrong, if it is still open. */
async function refuse(wish: Wish, unknown: Unknown, said: Said, problem: string): Promise<Step> {
  const { requestId, submission, context } = wish;
  const { said: _said, ...asked } = unknown;
  if (!(await context.requests.saveUnlessChanged(requestId, unknown, asked))) return "next";
  await refuseSubmission(
    serviceIdForm,
    { ...said.form, userId: submission.userId },
    {
      message: "*It could not be taken for the service that you asked for.*",
      problem: { field: serviceIdField, message: problem },
    },
    context,
  );
  return "next";
}
