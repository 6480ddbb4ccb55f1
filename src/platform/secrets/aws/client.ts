import type { SecretsManager } from "@aws-sdk/client-secrets-manager";
import { AppError } from "../../../lib/errors.ts";
import { awsFailure } from "./failure.ts";

interface Sdk {
  SecretsManager: typeof SecretsManager;
}

/** How to reach AWS Secrets Manager. The SDK finds what is left out, and always the credentials. */
export interface AwsOptions {
  region?: string | undefined;
  endpointUrl?: string | undefined;
  /** The longest time for one task, including retries. */
  timeoutMs?: number;
  /** Loads the SDK, which is large and optional. */
  load?: () => Promise<Sdk>;
}

/** The task, for the words of a failure. */
export interface AwsTask {
  verb: "read" | "write" | "delete";
  reference: string;
}

type Send = <T>(
  task: AwsTask,
  work: (client: SecretsManager, options: { abortSignal: AbortSignal }) => Promise<T>,
) => Promise<T>;

const defaultTimeoutMs = 10_000;

/** Runs work with a client that is made at its first use. Failures are AppErrors without AWS's words. */
export function awsClient(options: AwsOptions): Send {
  const { timeoutMs = defaultTimeoutMs } = options;
  let client: SecretsManager | undefined;

  return async (task, work) => {
    client ??= await connect(options);
    const abortSignal = AbortSignal.timeout(timeoutMs);
    try {
      return await work(client, { abortSignal });
    } catch (error) {
      throw awsFailure(error, task, abortSignal.aborted ? timeoutMs : undefined);
    }
  };
}

async function connect({ region, endpointUrl, load = loadSdk }: AwsOptions): Promise<SecretsManager> {
  const { SecretsManager } = await installed(load);
  return new SecretsManager({
    ...(region === undefined ? {} : { region }),
    ...(endpointUrl === undefined ? {} : { endpoint: endpointUrl }),
  });
}

/** Loaded at its first use. At start it would cost every app 27 MB, and few use it. */
function loadSdk(): Promise<Sdk> {
  return import("@aws-sdk/client-secrets-manager");
}

async function installed(load: () => Promise<Sdk>): Promise<Sdk> {
  try {
    return await load();
  } catch (cause) {
    throw new AppError(
      "auth",
      "What begins with aws: needs the AWS SDK, which is not installed. Run npm install @aws-sdk/client-secrets-manager, and start again.",
      { cause },
    );
  }
}
