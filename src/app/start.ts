import { inspect } from "node:util";
import { type RunningApp, startApp } from "./app.ts";
import { type Config, readConfig } from "./config/config.ts";
import { AppError } from "../lib/errors.ts";
import type { Overrides } from "./overrides.ts";
import { awsScheme } from "../platform/secrets/aws/scheme.ts";
import { envScheme, fileScheme } from "../platform/secrets/host.ts";
import { type Secrets, createSecrets } from "../platform/secrets/secrets.ts";
import { lazyScheme } from "../platform/secrets/scheme.ts";
import { vaultTokens } from "../platform/secrets/vault/login.ts";
import { vaultScheme } from "../platform/secrets/vault/scheme.ts";

/**
 * Starts the product with this environment. Returns when it serves, which is not before Redis takes writes. Returns
 * the problem, in words, if it cannot start, or if the signal is aborted before.
 */
export async function start(
  environment: NodeJS.ProcessEnv,
  overrides: Overrides = {},
  stopped = new AbortController().signal,
): Promise<RunningApp | { problem: string }> {
  try {
    const config = readConfig(environment);
    return await startApp(config, processSecrets(config, environment), overrides, stopped);
  } catch (error) {
    // A problem that a person can fix is a sentence. Anything else is a bug, and its stack helps.
    return { problem: error instanceof AppError ? error.message : inspect(error) };
  }
}

/** The secrets of all schemes that are the same for all workspaces. */
function processSecrets({ vault, aws, gcp }: Config, environment: NodeJS.ProcessEnv): Secrets {
  const schemes = [envScheme(environment), fileScheme];
  const local = createSecrets({ schemes });
  return createSecrets({
    schemes: [
      ...schemes,
      vaultScheme(vault && { ...vault, tokens: vaultTokens(vault, vault.login, local) }),
      awsScheme(aws),
      lazyScheme("gcp", async () => {
        const { gcpScheme } = await import("../platform/secrets/gcp/scheme.ts");
        return gcpScheme({ ...gcp, local, now: Date.now });
      }),
    ],
  });
}
