/** A moment by two clocks: the wall's goes on while the machine is suspended, the steady one is never set back. */
export interface Moment {
  wallMs: number;
  steadyMs: number;
}

/** Reads both clocks. */
export type Clock = () => Moment;

/** Time that runs from a moment on. */
export interface TimeLimit {
  since: Moment;
  forMs: number;
}

/** Reads this wall clock together with the process's steady one. */
export function clockOf(now: () => Date, steadyMs = () => performance.now()): Clock {
  return () => ({ wallMs: now().getTime(), steadyMs: steadyMs() });
}

/** True as soon as either clock says that the time is over. */
export function isOver({ since, forMs }: TimeLimit, { wallMs, steadyMs }: Moment): boolean {
  return Math.max(wallMs - since.wallMs, steadyMs - since.steadyMs) > forMs;
}
