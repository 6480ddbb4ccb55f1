/** What a picture shows: plain data, which goes to the thread that draws it. */
export type PictureFacts = ChartFacts | TilesFacts;

/** Costs as stacked bars, a bar for each day, week, month or year and a colour for each series. */
export interface ChartFacts {
  kind: "chart";
  /** Says what is counted, as in "Credits a day by service, last 7 days". */
  title: string;
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

/** A dashboard as its tiles on their grid. */
export interface TilesFacts {
  kind: "tiles";
  /** The dashboard's name. */
  title: string;
  /** In the dashboard's order. A later tile is drawn over an earlier one on the same cells. */
  tiles: readonly TileFacts[];
}

/** One tile. Its position and size, in cells from the top left, may be anything that a server sends. */
export interface TileFacts {
  /** The tile's number in the list beside the picture. */
  number: number;
  name: string;
  /** The server's word, as in "time" or "number". An unknown one is shown as it is. */
  type: string;
  /** What it shows, one fact in plain text for each line, as in "count of level:error" and "by host". */
  shows?: readonly string[];
  x?: number | null;
  y?: number | null;
  w?: number | null;
  h?: number | null;
  /** True for the tile that the answer is about. */
  highlighted?: boolean;
  /** Whether the tile's alert fires. Absent if it has none. */
  alerting?: "firing" | "quiet";
}
