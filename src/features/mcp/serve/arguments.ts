import type { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import * as texts from "../texts.ts";

/** The line of an entry with what a program gave. Fails as a ZodError. */
export function lineOf(entry: Entry, given: unknown): string {
  return entry.line(entry.args.parse(given ?? {}));
}

/** What is wrong with arguments, by name. */
export function wrongArguments(error: z.ZodError): AppError {
  const problems = error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  return new AppError("user", texts.wrongArguments(problems.slice(0, 5)));
}
