import { inspect } from "node:util";
import { type RunningApp, startApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { AppError } from "./errors.ts";
import type { Outside } from "./outside.ts";
import { awsScheme } from "./secrets/aws.ts";
import { envScheme } from "./secrets/env.ts";
import { fileScheme } from "./secrets/file.ts";
import { type Secrets, createSecrets } from "./secrets/index.ts";
import { lazyScheme } from "./secrets/lazy-scheme.ts";
import { vaultTokens } from "./secrets/vault-login.ts";
import { vaultScheme } from "./secrets/vault.ts";

/** Starts the product with this environment; answers what is wrong, in words, where it cannot be started. */
export async function start(
  environment: NodeJS.ProcessEnv,
  outside: Outside = {},
): Promise<RunningApp | { problem: string }> {
  try {
    const config = readConfig(environment);
    return await startApp(config, secretsOf(config, environment), outside);
  } catch (error) {
    // What a person can mend is said plainly; anything else is ours, and its stack helps.
    return { problem: error instanceof AppError ? error.message : inspect(error) };
  }
}

/** The secrets of all schemes that are the same for all workspaces. */
function secretsOf({ vault, aws, gcp }: Config, environment: NodeJS.ProcessEnv): Secrets {
  const schemes = [envScheme(environment), fileScheme];
  const local = createSecrets({ schemes });
  return createSecrets({
    schemes: [
      ...schemes,
      vaultScheme(vault && { ...vault, tokens: vaultTokens(vault, vault.login, local) }),
      awsScheme(aws),
      lazyScheme("gcp", async () => {
        const { gcpScheme } = await import("./secrets/gcp.ts");
        return gcpScheme({ ...gcp, local, now: Date.now });
      }),
    ],
  });
}
