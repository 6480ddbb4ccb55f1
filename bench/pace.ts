/** How much a bench does of something: as much as its figures need, or as little as shows that it still runs. */
export type Pace = (whole: number, short: number) => number;

/** For figures. */
export const wholePace: Pace = (whole) => whole;

/** One short round: its figures mean nothing. */
export const shortPace: Pace = (_whole, short) => short;
