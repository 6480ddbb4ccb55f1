import process from "node:process";
import { inspect } from "node:util";
import { startApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { AppError } from "./errors.ts";
import { envScheme } from "./secrets/env.ts";
import { fileScheme } from "./secrets/file.ts";
import { createSecrets } from "./secrets/index.ts";

try {
  const config = readConfig(process.env);
  const secrets = createSecrets({ schemes: [envScheme(process.env), fileScheme] });
  const app = await startApp(config, secrets);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void app.stop().then(() => process.exit(0)));
  }
} catch (error) {
  // What a person can mend is said plainly; anything else is ours, and its stack helps.
  process.stderr.write(`${error instanceof AppError ? error.message : inspect(error)}\n`);
  process.exit(1);
}
