/** How much comes in, going by the last quarter of a second or two. */
interface Traffic {
  count(): void;
  perSecond(): number;
}

const spanMs = 250;

/** Traffic that begins with none; `nowMs` is a clock that never goes back. */
export function traffic(nowMs: () => number): Traffic {
  let [since, before, present] = [nowMs(), 0, 0];

  function turn(): void {
    const passedMs = nowMs() - since;
    if (passedMs < spanMs) return;
    [since, before, present] = [nowMs(), passedMs < 2 * spanMs ? present : 0, 0];
  }
  return {
    count() {
      turn();
      present += 1;
    },
    perSecond() {
      turn();
      return (Math.max(before, present) * 1_000) / spanMs;
    },
  };
}
