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
