/** The one source of time in the reference server; it can be moved forward by hand. */
export interface Clock {
  now(): Date;
  advance(ms: number): void;
}

/** A clock that follows `now`, ahead of it by as much as it was advanced. */
export function createClock(now: () => Date): Clock {
  let aheadMs = 0;
  return {
    now: () => new Date(now().getTime() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}
