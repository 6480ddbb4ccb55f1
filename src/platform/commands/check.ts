import type { Logger } from "pino";
import { setTimeout as sleep } from "node:timers/promises";
import { explain } from "../blocks/explain.ts";
import type { WorkspaceContext } from "../context.ts";
import { AppError } from "../../lib/errors.ts";

/** One finding of the doctor: its state, and what to do if it is wrong, in mrkdwn. */
export interface Check {
  area: string;
  /** "off" if something optional isn't there, and "unknown" if it couldn't be checked. */
  status: "right" | "wrong" | "off" | "unknown";
  says: string;
}

/** A group of checks that a feature declares. */
export interface AreaCheck<Context = WorkspaceContext> {
  area: string;
  run(context: Context): Promise<Check | Check[]>;
}

const finding =
  (status: Check["status"]) =>
  (area: string, says: string): Check => ({ area, status, says });

/** A finding that is right. */
export const right = finding("right");

/** A finding that is wrong, with the advice. */
export const wrong = finding("wrong");

/** A finding of something optional that isn't there. */
export const off = finding("off");

/** A finding that cannot be known. */
export const unknown = finding("unknown");

/** Runs a check within `timeoutMs`. A failure becomes a finding of its own and does not affect the others. */
export async function checking(
  area: string,
  check: () => Promise<Check | Check[]>,
  { timeoutMs, log }: { timeoutMs: number; log: Logger },
): Promise<Check[]> {
  const tooLate = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: tooLate.signal, ref: false }).then(
    () => unknown(area, `No answer in ${timeoutMs / 1_000} s. Try again in a minute.`),
    // Its result comes too late to matter.
    () => [],
  );
  try {
    return [await Promise.race([check(), late])].flat();
  } catch (error) {
    if (error instanceof AppError) return [unknown(area, explain(error))];
    log.error({ err: error, area }, "a health check failed");
    return [unknown(area, "Something went wrong on our side. The log has more.")];
  } finally {
    tooLate.abort();
  }
}
