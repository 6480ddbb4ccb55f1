import type { Logger } from "pino";
import { setTimeout as sleep } from "node:timers/promises";
import { explain } from "../blocks/explain.ts";
import type { WorkspaceContext } from "../context.ts";
import { AppError } from "../../lib/errors.ts";

/** One thing that was looked at: how it is, and what to do where it is not right, in mrkdwn. */
export interface Check {
  area: string;
  /** "unknown" where it could not be looked at. */
  status: "right" | "wrong" | "unknown";
  says: string;
}

/** What the doctor looks at, as a feature declares it. */
export interface AreaCheck<Context = WorkspaceContext> {
  area: string;
  run(context: Context): Promise<Check | Check[]>;
}

/** Something that is as it should be. */
export function right(area: string, says: string): Check {
  return { area, status: "right", says };
}

/** Something that is not, and what to do. */
export function wrong(area: string, says: string): Check {
  return { area, status: "wrong", says };
}

/** Something that nobody can tell. */
export function unknown(area: string, says: string): Check {
  return { area, status: "unknown", says };
}

/** Looks at something within `timeoutMs`; whatever fails is a check of its own, and never fails the others. */
export async function checking(
  area: string,
  check: () => Promise<Check | Check[]>,
  { timeoutMs, log }: { timeoutMs: number; log: Logger },
): Promise<Check[]> {
  const tooLate = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: tooLate.signal, ref: false }).then(
    () => unknown(area, `There was no answer within ${timeoutMs / 1_000} s. Try again in a minute.`),
    // Nobody waits for it any more.
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
