/** A request with a lost answer. */
interface Lost {
  /** When it became clear that no answer would come. */
  lostAt: string;
  /** True if the server answered with a failure of its own, and so no longer works on the request. */
  answered: boolean;
}

/** After such an answer, what the server created shows within this time. */
const showsAfterAnswerMs = 5_000;

/** Unix time in milliseconds after which a lost request that has not shown in the server's list has failed. */
export function showsByMs({ lostAt, answered }: Lost, { settleMs }: { settleMs: number }): number {
  return Date.parse(lostAt) + (answered ? Math.min(showsAfterAnswerMs, settleMs) : settleMs);
}

/** Milliseconds until then; zero or less after that. */
export function remainingMs(
  lost: Lost,
  { limits, now }: { limits: { settleMs: number }; now: () => Date },
): number {
  return showsByMs(lost, limits) - now().getTime();
}

const soonestMs = 1_000;

/** When to read the server's list again: less and less often, and once more when the time is over. */
export function readAgainInMs({ lostAt }: Pick<Lost, "lostAt">, now: Date, remainingMs: number): number {
  const ageMs = now.getTime() - Date.parse(lostAt);
  return remainingMs > 0 ? Math.min(Math.max(ageMs, soonestMs), remainingMs) : soonestMs;
}
