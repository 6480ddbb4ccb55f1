import { AppError } from "../../lib/errors.ts";
import type { SecretScheme } from "./scheme.ts";

/** Secrets in environment variables, `env:ACME_KEY_SECRET`; the environment is an argument. */
export function envScheme(environment: Readonly<Record<string, string | undefined>>): SecretScheme {
  return {
    name: "env",

    async read(variable) {
      if (!/^[A-Za-z_]\w*$/.test(variable)) {
        throw new AppError(
          "user",
          "After env: comes the name of an environment variable, such as env:ACME_KEY_SECRET.",
        );
      }
      const secret = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
      if (secret) return secret;
      const what = secret === undefined ? "is not set" : "is empty";
      throw new AppError(
        "auth",
        `The environment variable of env:${variable} ${what}. Set it and start again.`,
      );
    },
  };
}
