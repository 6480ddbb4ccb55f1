import { setTimeout as sleep } from "node:timers/promises";
import { minuteMs } from "../../lib/duration.ts";

/**
 * Reads something by key, with a read that began no earlier than `sinceMs` (Unix time). Callers share a young enough
 * read under way, its failure included. Otherwise the next read begins after the present one has ended.
 */
type SharedReads<T> = (key: string, sinceMs: number, read: () => Promise<T>) => Promise<T>;

interface Read<T> {
  /** Infinity until the read begins, because all earlier callers may share it. */
  beginning: { atMs: number };
  answer: Promise<T>;
}

const keptForMs = minuteMs;

/** Reads that many callers share: one at a time for each key, with at least `gapMs` between their starts. */
export function sharedReads<T>(gapMs: number, now: () => number = Date.now): SharedReads<T> {
  const latest = new Map<string, Read<T>>();

  async function begin(
    beginning: Read<T>["beginning"],
    before: Read<T> | undefined,
    read: () => Promise<T>,
  ): Promise<T> {
    await before?.answer.catch(() => undefined);
    await sleep(Math.max(0, (before?.beginning.atMs ?? 0) + gapMs - now()));
    beginning.atMs = now();
    return read();
  }

  return (key, sinceMs, read) => {
    for (const [each, { beginning }] of latest) {
      if (beginning.atMs < now() - keptForMs) latest.delete(each);
    }
    const before = latest.get(key);
    if (before && before.beginning.atMs >= sinceMs) return before.answer;
    const beginning = { atMs: Infinity };
    const answer = begin(beginning, before, read);
    latest.set(key, { beginning, answer });
    return answer;
  };
}
