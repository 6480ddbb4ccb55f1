import { altTextOf as chartAltText } from "./chart/alt-text.ts";
import type { ChartFacts } from "./chart/facts.ts";
import { tilesAltText } from "./tiles/alt-text.ts";
import type { TilesFacts } from "./tiles/facts.ts";

/** What a picture shows: plain data, which goes to the thread that draws it. */
export type PictureFacts = ChartFacts | TilesFacts;

/** A picture in words: plain text of at most 2000 characters. */
export function altTextOf(facts: PictureFacts): string {
  return facts.kind === "chart" ? chartAltText(facts) : tilesAltText(facts);
}

/** What its file is called where Slack keeps it. */
export function fileNameOf({ kind }: PictureFacts): string {
  return kind === "chart" ? "costs.png" : "dashboard.png";
}
