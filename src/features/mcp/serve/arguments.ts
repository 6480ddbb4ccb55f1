import type { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import * as texts from "../texts.ts";

/** What is wrong with arguments, by name. */
export function wrongArguments(error: z.ZodError): AppError {
  const problems = error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  return new AppError("user", texts.wrongArguments(problems.slice(0, 5)));
}
