/**
 * Costs as stacked bars, a bar for each day, week, month or year and a colour for each series. It is plain data, which goes
 * to the thread that draws it.
 */
export interface ChartFacts {
  /** Says what is counted, as in "Credits per day by service". */
  title: string;
  /** The days, and the service if it is one, as in "orders prod, 24 to 30 Nov 2026". */
  about: string;
  by: "service" | "team" | "metric";
  /** What one bar stands for. */
  unit: "day" | "week" | "month" | "year";
  buckets: readonly ChartBucket[];
  /** The costliest first, with one amount in credits for each bucket. */
  series: readonly ChartSeries[];
}

/** One bar. */
export interface ChartBucket {
  /** For the axis, such as "6 Jul". */
  label: string;
  /** For a sentence, such as "6 to 12 Jul". */
  name: string;
  /** True if its amounts may still change. */
  provisional: boolean;
  /** Absent for a whole unit. An open one is not over; the range cuts a cut one. */
  partial?: "open" | "cut" | undefined;
}

/** One part of all bars. */
export interface ChartSeries {
  name: string;
  /** The number of its colour, from 0 on; chosen by rank if it is absent. */
  color?: number | undefined;
  amounts: readonly number[];
}
