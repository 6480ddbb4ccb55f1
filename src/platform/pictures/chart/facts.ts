import { picture } from "../svg.ts";

/** What a picture of costs shows: stacked bars, a bar for each bucket of days and a colour for each series. */
export interface ChartFacts {
  kind: "chart";
  /** With what is counted, as in "Credits a day by service, last 7 days". */
  title: string;
  by: "service" | "metric";
  buckets: readonly { label: string; provisional: boolean }[];
  /** The costliest first, with one amount in credits for each bucket. */
  series: readonly { name: string; amounts: readonly number[] }[];
}

/** A chart in CSS pixels, whatever it shows. */
export const chartSize = { widthPx: picture.widthPx, heightPx: 400 } as const;
