/** The only source of time in the reference server. It can be moved forward. */
export interface Clock {
  now(): Date;
  advance(ms: number): void;
}

/** A clock ahead of `now` by as much as it was advanced. */
export function createClock(now: () => Date): Clock {
  let aheadMs = 0;
  return {
    now: () => new Date(now().getTime() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}
