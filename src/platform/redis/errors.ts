import type { Logger } from "pino";

/** Why Redis does not work. "unsaved": its disk takes nothing. */
export type RedisTrouble = "away" | "read-only" | "full" | "unsaved";

/** The beginnings of Redis' refusals. */
const beginnings: readonly (readonly [string, RedisTrouble])[] = [
  ["READONLY ", "read-only"],
  ["OOM ", "full"],
  ["MISCONF ", "unsaved"],
];

/** Finds Redis' trouble in a failure or its causes. "away" for anything that Redis did not say. */
export function redisTrouble(error: unknown): RedisTrouble {
  const answers = answersIn(error);
  const said = beginnings.find(([beginning]) => answers.some((answer) => answer.startsWith(beginning)));
  return said?.[1] ?? "away";
}

/** The messages of a failure and its causes. A refused transaction has those of its commands. */
function answersIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const before = "previousErrors" in error && Array.isArray(error.previousErrors) ? error.previousErrors : [];
  return [error.message, ...[error.cause, ...before].flatMap(answersIn)];
}

const sentences: Record<RedisTrouble, string> = {
  away: "can't reach Redis; trying again every second",
  "read-only": "Redis is read-only; connecting again to find the primary",
  full: "Redis is full and refuses writes, so nothing can be accepted or created: give it more memory (maxmemory)",
  unsaved:
    "Redis can't write to its disk and refuses writes, so nothing can be accepted or created: free some disk space",
};

const everyMs = 30_000;

/** Logs each trouble at most every 30 s. While it lasts there is one a second. */
export function redisErrorLog(log: Logger, now: () => Date): (error: Error) => void {
  const loggedAtMs = new Map<RedisTrouble, number>();
  return (error) => {
    const trouble = redisTrouble(error);
    const nowMs = now().getTime();
    if (nowMs - (loggedAtMs.get(trouble) ?? -Infinity) < everyMs) return;
    loggedAtMs.set(trouble, nowMs);
    log.error({ err: error }, sentences[trouble]);
  };
}
