import { inspect } from "node:util";
import { type Outside, type RunningApp, startApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { AppError } from "./errors.ts";
import { awsScheme } from "./secrets/aws.ts";
import { envScheme } from "./secrets/env.ts";
import { fileScheme } from "./secrets/file.ts";
import { createSecrets } from "./secrets/index.ts";
import { vaultScheme } from "./secrets/vault.ts";

/** Starts the product with this environment; answers what is wrong, in words, where it cannot be started. */
export async function start(
  environment: NodeJS.ProcessEnv,
  outside: Outside = {},
): Promise<RunningApp | { problem: string }> {
  try {
    const config = readConfig(environment);
    const local = [envScheme(environment), fileScheme];
    const vault = config.vault && { ...config.vault, tokens: createSecrets({ schemes: local }) };
    const secrets = createSecrets({ schemes: [...local, vaultScheme(vault), awsScheme(config.aws)] });
    return await startApp(config, secrets, outside);
  } catch (error) {
    // What a person can mend is said plainly; anything else is ours, and its stack helps.
    return { problem: error instanceof AppError ? error.message : inspect(error) };
  }
}
