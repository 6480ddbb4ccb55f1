interface Options {
  /** How long a count lasts from its first. */
  windowMs: number;
  /** Above this many keys the oldest are forgotten. */
  mostKeys: number;
  nowMs: () => number;
}

/** What a key's count is, and when it ends. */
interface WindowCount {
  count: number;
  leftMs: number;
}

/** Counts by key within a window of time, in this process. It never holds more keys than it may. */
export function windowCounts({ windowMs, mostKeys, nowMs }: Options): (key: string) => WindowCount {
  const counts = new Map<string, { count: number; sinceMs: number }>();
  return (key) => {
    const now = nowMs();
    const before = counts.get(key);
    const ageMs = before ? now - before.sinceMs : 0;
    const isOver = !before || ageMs >= windowMs || ageMs < 0;
    const present = isOver ? { count: 1, sinceMs: now } : { ...before, count: before.count + 1 };
    // A map keeps the order in which its keys came.
    if (isOver) counts.delete(key);
    counts.set(key, present);
    const [oldest] = counts.keys();
    if (counts.size > mostKeys && oldest !== undefined) counts.delete(oldest);
    return { count: present.count, leftMs: windowMs - (now - present.sinceMs) };
  };
}

/** A rate over the last quarter to half second. */
interface Traffic {
  count(): void;
  perSecond(): number;
}

const spanMs = 250;

/** A rate that begins at 0; `nowMs` is a monotonic clock. */
export function traffic(nowMs: () => number): Traffic {
  let [since, before, present] = [nowMs(), 0, 0];

  function rotate(): void {
    const passedMs = nowMs() - since;
    if (passedMs < spanMs) return;
    [since, before, present] = [nowMs(), passedMs < 2 * spanMs ? present : 0, 0];
  }
  return {
    count() {
      rotate();
      present += 1;
    },
    perSecond() {
      rotate();
      return (Math.max(before, present) * 1_000) / spanMs;
    },
  };
}
