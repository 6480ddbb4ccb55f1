import { z } from "zod";
import { AppError } from "../errors.ts";
import type { AwsTask } from "./aws-client.ts";

/** What the SDK's errors tell, as far as it matters here. */
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

/** True where AWS says that there is no such secret. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && error.name === "ResourceNotFoundException";
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
 * The AppError for a failure of the SDK. Neither AWS's words nor the SDK's error go along: they may tell who the app
 * is there, and what it sent or received.
 */
export function awsFailure(
  error: unknown,
  { verb, reference }: AwsTask,
  lateMs: number | undefined,
): AppError {
  const { name, message, code, $fault, $metadata } = SdkError.parse(error);
  const status = $metadata.httpStatusCode;
  if (lateMs !== undefined) {
    return new AppError(
      "upstream",
      `AWS did not answer within ${lateMs / 1_000} seconds. Try again in a minute.`,
    );
  }
  if (isMissing(error)) {
    return new AppError(
      "auth",
      `There is nothing at ${reference}. Put the secret there, or correct the reference.`,
    );
  }
  if (message === "Region is missing") {
    return new AppError(
      "auth",
      `AWS needs a region to ${verb} ${reference}. Set AWS_REGION, and start again.`,
    );
  }
  if (refusals.has(name)) {
    return new AppError(
      "auth",
      `AWS does not let this app ${verb} ${reference} (${name}). Check the app's AWS credentials and what their policies allow.`,
    );
  }
  if ($fault === "client" && status !== 429 && !name.includes("Throttling")) {
    return new AppError(
      "auth",
      `AWS did not ${verb} ${reference} (${name}). Look at the secret in the console of Secrets Manager, or correct the reference.`,
    );
  }
  return new AppError(
    "upstream",
    `AWS could not ${verb} ${reference} just now (${code ?? name}). Try again in a minute.`,
  );
}
