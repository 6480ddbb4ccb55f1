import { inspect } from "node:util";
import { type RunningApp, startApp } from "./app.ts";
import { readConfig } from "./config/config.ts";
import { AppError } from "../lib/errors.ts";
import type { Overrides } from "./overrides.ts";
import { processSecrets } from "./reach.ts";

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
