import { z } from "zod";
import { isJsonObject } from "./json.ts";

// https://github.com/slackapi/manifest-schema: the primitives and Slack's own types
const parameterTypes = [
  "integer",
  "number",
  "boolean",
  "string",
  "object",
  "array",
  "slack#/types/user_context",
  "slack#/types/user_permission",
  "slack#/types/user_id",
  "slack#/types/channel_id",
  "slack#/types/usergroup_id",
  "slack#/types/timestamp",
  "slack#/types/blocks",
  "slack#/types/credential/oauth2",
  "slack#/types/date",
  "slack#/types/interactivity",
  "slack#/types/rich_text",
  "slack#/types/form_input",
  "slack#/types/form_input_object",
  "slack#/types/message_ts",
  "slack#/types/message_context",
] as const;

const Parameter = z.object({
  type: z.enum(parameterTypes),
  title: z.string().optional(),
  description: z.string().optional(),
  hint: z.string().optional(),
});

/** A manifest of the first version lists only the parameters, each with a flag if it is required. */
function asInSecondVersion(value: unknown): unknown {
  if (!isJsonObject(value) || "properties" in value) return value;
  const required = Object.entries(value).filter(([, one]) => isJsonObject(one) && one.is_required === true);
  return { properties: value, required: required.map(([name]) => name) };
}

const NestedParameters = z
  .strictObject({ properties: z.record(z.string(), Parameter), required: z.array(z.string()).default([]) })
  .superRefine(({ properties, required }, context) => {
    for (const name of required)
      if (!Object.hasOwn(properties, name))
        context.addIssue({ code: "custom", path: ["required"], message: `there is no property "${name}"` });
  })
  .transform(({ properties, required }) =>
    Object.entries(properties).map(([name, parameter]) => ({
      ...parameter,
      name,
      isRequired: required.includes(name),
    })),
  );

const Parameters = z.preprocess(asInSecondVersion, NestedParameters);

/** An app's custom steps for workflows, as `functions` of its manifest declares them. */
export const Steps = z
  .record(
    // https://docs.slack.dev/reference/app-manifest#functions: snake_case, 100 characters; titles 255
    z
      .string()
      .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/)
      .max(100),
    z.strictObject({
      title: z.string().min(1).max(255),
      description: z.string(),
      input_parameters: Parameters,
      output_parameters: Parameters,
    }),
  )
  .transform((steps) =>
    Object.entries(steps).map(
      ([callbackId, { title, description, input_parameters, output_parameters }]) => ({
        callbackId,
        title,
        description,
        inputs: input_parameters,
        outputs: output_parameters,
      }),
    ),
  );

/** A custom step of the app. */
export type Step = z.output<typeof Steps>[number];

/** One of a step's inputs or outputs. */
export type StepParameter = Step["inputs"][number];
