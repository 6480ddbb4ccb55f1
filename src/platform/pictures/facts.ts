/** What a picture shows: plain data, which goes to the thread that draws it. */
export type PictureFacts = ChartFacts | TilesFacts;

/** Costs as stacked bars, a bar for each bucket of days and a colour for each series. */
export interface ChartFacts {
  kind: "chart";
  /** Says what is counted, as in "Credits a day by service, last 7 days". */
  title: string;
  by: "service" | "metric";
  buckets: readonly { label: string; provisional: boolean }[];
  /** The costliest first, with one amount in credits for each bucket. */
  series: readonly { name: string; amounts: readonly number[] }[];
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
  x?: number | null;
  y?: number | null;
  w?: number | null;
  h?: number | null;
  /** True for the tile that the answer is about. */
  highlighted?: boolean;
  /** Whether the tile's alert fires. Absent if it has none. */
  alerting?: "firing" | "quiet";
}
