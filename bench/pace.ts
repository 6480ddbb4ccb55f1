/** The amount of work of a bench: enough for its figures, or the least to show that it still runs. */
export type Pace = <Amount = number>(whole: Amount, short: Amount) => Amount;

/** Enough for figures. */
export const wholePace: Pace = (whole) => whole;

/** One short round. Its figures mean nothing. */
export const shortPace: Pace = (_whole, short) => short;
