import { setTimeout as sleep } from "node:timers/promises";
import { minuteMs } from "../../lib/duration.ts";

/**
 * What a look at something of this key shows, begun no earlier than `sinceMs` (Unix time). Who asks while one is on its
 * way that is young enough shares it, its failure included; otherwise the next one begins once that one has ended.
 */
type SharedLooks<T> = (key: string, sinceMs: number, look: () => Promise<T>) => Promise<T>;

interface Look<T> {
  /** Infinity until it begins: whoever comes before that may share it. */
  beginning: { atMs: number };
  answer: Promise<T>;
}

const keptForMs = minuteMs;

/** Looks that many share: of one key one at a time, and at least `gapMs` between their beginnings. */
export function sharedLooks<T>(gapMs: number, now: () => number = Date.now): SharedLooks<T> {
  const latest = new Map<string, Look<T>>();

  async function begin(
    beginning: Look<T>["beginning"],
    before: Look<T> | undefined,
    look: () => Promise<T>,
  ): Promise<T> {
    await before?.answer.catch(() => undefined);
    await sleep(Math.max(0, (before?.beginning.atMs ?? 0) + gapMs - now()));
    beginning.atMs = now();
    return look();
  }

  return (key, sinceMs, look) => {
    for (const [each, { beginning }] of latest) {
      if (beginning.atMs < now() - keptForMs) latest.delete(each);
    }
    const before = latest.get(key);
    if (before && before.beginning.atMs >= sinceMs) return before.answer;
    const beginning = { atMs: Infinity };
    const answer = begin(beginning, before, look);
    latest.set(key, { beginning, answer });
    return answer;
  };
}
