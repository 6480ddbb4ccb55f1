import { AppError } from "../../../lib/errors.ts";
import type { AlertsContext } from "../context.ts";

/** Deletes secrets that nothing names any more. If a store refuses, they stay until the workspace is removed. */
export async function discardQuietly(
  references: readonly string[],
  { secrets, log }: Pick<AlertsContext, "secrets" | "log">,
): Promise<void> {
  try {
    await secrets.discard(references);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    log.warn({ err }, "couldn't delete a secret that is no longer used");
  }
}
