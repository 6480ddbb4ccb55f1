import type { Logger } from "pino";

/** What keeps Redis from doing what it is told; "unsaved" when its disk takes nothing. */
export type RedisTrouble = "away" | "read-only" | "full" | "unsaved";

/** What Redis begins its refusals with. */
const beginnings: readonly (readonly [string, RedisTrouble])[] = [
  ["READONLY ", "read-only"],
  ["OOM ", "full"],
  ["MISCONF ", "unsaved"],
];

/** Tells from a failure, or from what caused it, what is wrong with Redis; "away" for anything that it did not say itself. */
export function redisTrouble(error: unknown): RedisTrouble {
  const answers = answersIn(error);
  const said = beginnings.find(([beginning]) => answers.some((answer) => answer.startsWith(beginning)));
  return said?.[1] ?? "away";
}

/** The messages of a failure and of its causes; a transaction that was refused names those of its commands. */
function answersIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const before = "previousErrors" in error && Array.isArray(error.previousErrors) ? error.previousErrors : [];
  return [error.message, ...[error.cause, ...before].flatMap(answersIn)];
}

const sentences: Record<RedisTrouble, string> = {
  away: "Redis cannot be reached; trying again every second",
  "read-only": "Redis has become read-only; connecting again, to reach the one that takes writes",
  full: "Redis is full and refuses every write, so nothing can be accepted or created: give it more memory (maxmemory)",
  unsaved:
    "Redis cannot write to its disk and refuses every write, so nothing can be accepted or created: make room there",
};

const everyMs = 30_000;

/** Logs each trouble with Redis at most every half minute: there is one every second while it lasts. */
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
