import { AppError } from "../../src/lib/errors.ts";

/** The AppError that a call fails with. */
export async function failure(call: Promise<unknown> | undefined): Promise<AppError> {
  const outcome: unknown = await call?.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof AppError) return outcome;
  throw new Error("The call did not fail as an AppError.", { cause: outcome });
}
