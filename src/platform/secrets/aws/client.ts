import type { SecretsManager } from "@aws-sdk/client-secrets-manager";
import { AppError } from "../../../lib/errors.ts";
import { awsFailure } from "./failure.ts";

interface Sdk {
  SecretsManager: typeof SecretsManager;
}

/** The way to AWS Secrets Manager; what is left out, the SDK finds in its own ways, credentials always. */
export interface AwsOptions {
  region?: string | undefined;
  endpointUrl?: string | undefined;
  /** How long one task may take, its retries included. */
  timeoutMs?: number;
  /** Loads the SDK, which is large and optional. */
  load?: () => Promise<Sdk>;
}

/** What is wanted of AWS, for the words of a failure. */
export interface AwsTask {
  verb: "read" | "write" | "delete";
  reference: string;
}

type Send = <T>(
  task: AwsTask,
  work: (client: SecretsManager, options: { abortSignal: AbortSignal }) => Promise<T>,
) => Promise<T>;

const defaultTimeoutMs = 10_000;

/** Does work with a client that is made when it is first needed; failures come as AppErrors without AWS's own words. */
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

/** Imported when it is first needed: at start it would cost every app 27 MB, and few use it. */
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
