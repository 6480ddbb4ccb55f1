import type { Logger } from "pino";
import { setTimeout as sleep } from "node:timers/promises";
import { explain } from "../blocks/explain.ts";
import type { WorkspaceContext } from "../context.ts";
import { AppError } from "../../lib/errors.ts";

/** One finding of the doctor: its state, and what to do if it is wrong, in mrkdwn. */
export interface Check {
  area: string;
  /** "unknown" if it could not be checked. */
  status: "right" | "wrong" | "unknown";
  says: string;
}

/** A group of checks that a feature declares. */
export interface AreaCheck<Context = WorkspaceContext> {
  area: string;
  run(context: Context): Promise<Check | Check[]>;
}

/** A finding that is right. */
export function right(area: string, says: string): Check {
  return { area, status: "right", says };
}

/** A finding that is wrong, with the advice. */
export function wrong(area: string, says: string): Check {
  return { area, status: "wrong", says };
}

/** A finding that cannot be known. */
export function unknown(area: string, says: string): Check {
  return { area, status: "unknown", says };
}

/** Runs a check within `timeoutMs`. A failure becomes a finding of its own and does not affect the others. */
export async function checking(
  area: string,
  check: () => Promise<Check | Check[]>,
  { timeoutMs, log }: { timeoutMs: number; log: Logger },
): Promise<Check[]> {
  const tooLate = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: tooLate.signal, ref: false }).then(
    () => unknown(area, `There was no answer within ${timeoutMs / 1_000} s. Try again in a minute.`),
    // Its result comes too late to matter.
    () => [],
  );
  try {
    return [await Promise.race([check(), late])].flat();
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, area }, "a check of the doctor failed");
    const why =
      error instanceof AppError ? explain(error) : "Something went wrong on our side; the log has more.";
    return [unknown(area, why)];
  } finally {
    tooLate.abort();
  }
}
