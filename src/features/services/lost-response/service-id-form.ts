import { z } from "zod";
import { section } from "../../../platform/blocks/text.ts";
import type { ServicesContext } from "../context.ts";
import type { Accepted, Form, FormProblem, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { checkingView } from "./texts.ts";
import { stillAsked } from "./ask.ts";

const Facts = z.object({ requestId: z.string() });

const ServiceId = z.string().trim().toLowerCase().pipe(z.guid());

/** The one field of the form. */
export const serviceIdField = "serviceId";

/** The small form that asks which service a request became, whose answer was lost. */
export const serviceIdForm: Form<ServicesContext> = {
  name: "service-id",
  access: "operator",
  title: "It was created",
  submit: "This is it",
  steps: [
    {
      name: "id",
      title: "Its id",
      sections: [
        {
          fields: [
            {
              name: serviceIdField,
              label: "Service id",
              help: "The cloud's console shows it beside the service.",
              input: "text",
              optional: false,
              maxLength: 100,
              placeholder: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
            },
          ],
        },
      ],
    },
  ],
  begin: async (given) => ({ values: {}, facts: given }),
  problems,
  accept,
};

function problems({ values }: FormState): FormProblem[] {
  if (ServiceId.safeParse(values[serviceIdField]).success) return [];
  const message =
    "This is no service id. Copy it from the cloud's console, such as 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10.";
  return [{ field: serviceIdField, message }];
}

/** Only writes down what was said: the cloud is asked about it afterwards, in the request's own life. */
async function accept(
  { formId, attempt, viewId, userId, values, facts }: SubmittedForm,
  context: ServicesContext,
): Promise<Accepted> {
  const { requestId } = Facts.parse(facts);
  const serviceId = ServiceId.parse(values[serviceIdField]);
  const asked = await stillAsked({ value: requestId, userId }, context);
  if ("text" in asked) return { view: notice("Settled", [section(asked.text)]) };
  const { provisioning, unknown } = asked;
  const said = { ...unknown, said: { serviceId, form: { formId, attempt, viewId } } };
  if (!(await context.requests.saveUnlessChanged(requestId, unknown, said)))
    return { view: notice("Settled", [section("Something else came first. Please look again.")]) };
  await context.audit.record({
    at: context.now().toISOString(),
    userId,
    action: "service.settle",
    subject: provisioning.submission.request.name ?? serviceId,
    after: { serviceId },
    result: "done",
    requestId,
  });
  await context.creations.wake(requestId, provisioning.submission);
  return { view: checkingView(serviceId) };
}
