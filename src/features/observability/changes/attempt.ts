import { AppError } from "../../../lib/errors.ts";

/** Does something; a failure that says how to react is an answer here, not an accident. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug") return error;
    throw error;
  }
}
