import { AppError, isAppError } from "../../lib/errors.ts";

/** What only adorns an answer: undefined where the server does not offer it, or cannot say it at the moment. */
export async function ifReadable<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof AppError) || isAppError(error, "bug")) throw error;
    return undefined;
  }
}
