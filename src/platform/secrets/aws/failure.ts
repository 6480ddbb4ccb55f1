import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import type { AwsTask } from "./client.ts";

/** The parts of the SDK's errors that we use. */
const SdkError = z.object({
  name: z
    .string()
    .regex(/^\w{1,80}$/)
    .catch("unknown reason"),
  message: z.string().catch(""),
  code: z
    .string()
    .regex(/^\w{1,80}$/)
    .optional()
    .catch(undefined),
  $fault: z.string().optional().catch(undefined),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).catch({}),
});

type SdkError = z.output<typeof SdkError>;

const missing = "ResourceNotFoundException";

/** True if AWS has no such secret. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && error.name === missing;
}

const refusals = new Set([
  "AccessDeniedException",
  "CredentialsProviderError",
  "ExpiredTokenException",
  "IncompleteSignatureException",
  "InvalidClientTokenId",
  "InvalidSignatureException",
  "MissingAuthenticationTokenException",
  "TokenProviderError",
  "UnrecognizedClientException",
]);

/**
 * The AppError for a failure of the SDK. It repeats neither AWS's words nor the SDK's error, because they may reveal
 * the app's identity there, or the data.
 */
export function awsFailure(error: unknown, task: AwsTask, lateMs: number | undefined): AppError {
  if (lateMs !== undefined) {
    const seconds = lateMs / 1_000;
    return new AppError("upstream", `AWS did not answer within ${seconds} seconds. Try again in a minute.`);
  }
  const told = SdkError.parse(error);
  const toMend = whatToMend(told, task);
  if (toMend !== undefined) return new AppError("auth", toMend);
  const { verb, reference } = task;
  return new AppError(
    "upstream",
    `AWS could not ${verb} ${reference} just now (${told.code ?? told.name}). Try again in a minute.`,
  );
}

/** What a person must mend. Undefined if trying again may help. */
function whatToMend(told: SdkError, { verb, reference }: AwsTask): string | undefined {
  const { name, message, $fault, $metadata } = told;
  if (name === missing)
    return `There is nothing at ${reference}. Put the secret there, or correct the reference.`;
  if (message === "Region is missing") {
    return `AWS needs a region to ${verb} ${reference}. Set AWS_REGION, and start again.`;
  }
  if (refusals.has(name)) {
    return `AWS does not let this app ${verb} ${reference} (${name}). Check the app's AWS credentials and what their policies allow.`;
  }
  const isThrottled = $metadata.httpStatusCode === 429 || name.includes("Throttling");
  if ($fault !== "client" || isThrottled) return undefined;
  return `AWS did not ${verb} ${reference} (${name}). Look at the secret in the console of Secrets Manager, or correct the reference.`;
}
