import type { SecretsManager } from "@aws-sdk/client-secrets-manager";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { type Proxy, proxyFailureIn } from "../../cloud/transport/proxy.ts";
import { awsAgents, nodeAgents } from "../../cloud/transport/agents.ts";
import { type SecretScheme, type Task, awayForNow, nothingAt, storeScheme, unusable } from "../scheme.ts";

/** Secrets in AWS Secrets Manager, by name or ARN: whole as `aws:acme`, or a field of a JSON object as `aws:acme#secret`. */
export function awsScheme(options: AwsOptions): SecretScheme {
  const send = awsClient(options);
  return storeScheme({
    name: "aws",
    usage:
      "the name or ARN of a secret, and to read one of its fields that field, such as aws:acme/cloud#secret",

    addressOf(text) {
      // AWS: a name has letters, digits and /_+=.@-, and an ARN also has colons.
      const pattern = /^(arn:[\w-]+:secretsmanager:[\w-]+:\d+:secret:)?[\w/+=.@-]{1,512}$/;
      return pattern.test(text) ? text : undefined;
    },

    async readText(SecretId, task) {
      const { SecretString } = await send(task, (client, options) =>
        client.getSecretValue({ SecretId }, options),
      );
      if (SecretString === undefined)
        throw unusable(task.reference, "holds bytes. Put the secret there as text");
      return SecretString;
    },

    async write(SecretId, fields, task) {
      const SecretString = JSON.stringify(fields);
      await send(task, async (client, options) => {
        try {
          await client.putSecretValue({ SecretId, SecretString }, options);
        } catch (error) {
          if (!isMissing(error)) throw error;
          await client.createSecret({ Name: SecretId, SecretString }, options);
        }
      });
    },

    async remove(SecretId, task) {
      // Otherwise AWS keeps it for weeks. The answer is the same if there is none.
      const now = { ForceDeleteWithoutRecovery: true };
      await send(task, (client, options) => client.deleteSecret({ SecretId, ...now }, options));
    },
  });
}

interface Sdk {
  SecretsManager: typeof SecretsManager;
}

/** How to reach AWS Secrets Manager. The SDK finds what is left out, and always the credentials. */
interface AwsOptions {
  region?: string | undefined;
  endpointUrl?: string | undefined;
  proxy?: Proxy | undefined;
  /** The longest time for one task, including retries. */
  timeoutMs?: number;
  /** Loads the SDK, which is large and optional. */
  load?: () => Promise<Sdk>;
}

type Send = <T>(
  task: Task,
  work: (client: SecretsManager, options: { abortSignal: AbortSignal }) => Promise<T>,
) => Promise<T>;

/** Runs work with a client that is made at its first use. Failures are AppErrors without AWS's words. */
function awsClient(options: AwsOptions): Send {
  const { timeoutMs = 10_000 } = options;
  let client: SecretsManager | undefined;

  return async (task, work) => {
    client ??= await connect(options);
    const abortSignal = AbortSignal.timeout(timeoutMs);
    try {
      return await work(client, { abortSignal });
    } catch (error) {
      if (!abortSignal.aborted) throw failure(error, task);
      const seconds = timeoutMs / 1_000;
      throw new AppError("upstream", `AWS didn't answer within ${seconds} seconds. Try again in a minute.`);
    }
  };
}

async function connect({ region, endpointUrl, proxy, load = loadSdk }: AwsOptions): Promise<SecretsManager> {
  const { SecretsManager } = await load().catch((cause: unknown) => {
    throw new AppError(
      "auth",
      "What begins with aws: needs the AWS SDK, which isn't installed. Run npm install @aws-sdk/client-secrets-manager, and start again.",
      { cause },
    );
  });
  return new SecretsManager({
    ...(region && { region }),
    ...(endpointUrl && { endpoint: endpointUrl }),
    ...(proxy && { requestHandler: endpointUrl ? nodeAgents(endpointUrl, proxy) : awsAgents(proxy) }),
  });
}

/** Loaded at its first use. At start it would cost every app 27 MB, and few use it. */
function loadSdk(): Promise<Sdk> {
  return import("@aws-sdk/client-secrets-manager");
}

/** True if AWS has no such secret. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && error.name === "ResourceNotFoundException";
}

const word = z.string().regex(/^\w{1,80}$/);

/** The parts of the SDK's errors that we use. */
const SdkError = z.object({
  name: word.catch("unknown reason"),
  message: z.string().catch(""),
  code: word.optional().catch(undefined),
  $fault: z.string().optional().catch(undefined),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).catch({}),
});

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

/** Repeats neither AWS's words nor the SDK's error, because they may reveal the app's identity there, or the data. */
function failure(error: unknown, { verb, reference }: Task): AppError {
  if (isMissing(error)) return nothingAt(reference);
  const proxy = proxyFailureIn(error);
  if (proxy) return new AppError("upstream", `AWS couldn't ${verb} ${reference}. ${proxy.message}`);
  const { name, code, message, $fault, $metadata } = SdkError.parse(error);
  const task = `${verb} ${reference}`;
  if (message === "Region is missing") {
    return new AppError("auth", `AWS needs a region to ${task}. Set AWS_REGION, and start again.`);
  }
  if (refusals.has(name)) {
    return new AppError(
      "auth",
      `AWS doesn't let this app ${task} (${name}). Check the app's AWS credentials and what their policies allow.`,
    );
  }
  const isThrottled = $metadata.httpStatusCode === 429 || name.includes("Throttling");
  if ($fault !== "client" || isThrottled) return awayForNow("AWS", task, code ?? name);
  return new AppError(
    "auth",
    `AWS didn't ${task} (${name}). Look at the secret in the console of Secrets Manager, or correct the reference.`,
  );
}
