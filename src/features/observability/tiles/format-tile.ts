import { z } from "zod";
import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import { tileTypeOf } from "../../../platform/pictures/tiles/type.ts";
import {
  type Tile,
  formatGroups,
  isRatio,
  formatValues,
  formatWatched,
} from "../alert-rules/format-watched.ts";

// None of this is in the specification; running servers know it.
const Config = z.looseObject({ displayType: z.string().nullish(), markdown: z.string().nullish() });
const Written = z.looseObject({ content: z.string().nullish() });

// Of emphasis, code and headings: a text is told in one line.
const markdownMarks = /[*_`#]+/g;

const mostValues = 3;
const mostText = 120;

/** What a tile is called, in plain text; one without a name too. */
export function nameOfTile({ name }: Tile): string {
  return oneLine(visible(name ?? "")) || "Unnamed tile";
}

/** What kind a tile is in the server's own word, as in "time"; "" where it does not say. */
export function typeOfTile({ config, series }: Tile): string {
  return Config.safeParse(config).data?.displayType ?? series?.[0]?.type ?? "";
}

/** What kind a tile is, in mrkdwn, as in "line chart". */
export function formatType(tile: Tile): string {
  const type = typeOfTile(tile);
  return type === "" ? "tile" : escapeName(tileTypeOf(type).words, 40);
}

/** What a tile shows, in mrkdwn: "count of `level:error`, by `host`"; "" where that cannot be told. */
export function formatContent(tile: Tile): string {
  const values = valuesOf(tile);
  if (values === "") return textOf(tile);
  const groups = formatGroups(tile);
  return `${values}${sourceInWords(tile)}${groups === "" ? "" : `, by ${groups}`}`;
}

/** Where a tile stands, counted from 1: "columns 1–6, rows 1–3"; "" where it says nothing that a grid has. */
export function formatPosition({ x, y, w, h }: Tile): string {
  const across = formatSpan("column", x, w);
  const down = formatSpan("row", y, h);
  return across === "" || down === "" ? "" : `${across}, ${down}`;
}

/** True for a tile that says what it shows in a way that is read here but not written: newer servers have `config`. */
export function isNewerTile({ config }: Tile): boolean {
  return typeof config === "object" && config !== null;
}

/** True for a tile with series that can be changed here: they are what it shows, and there are some. */
export function hasOwnSeries(tile: Tile): boolean {
  return !isNewerTile(tile) && (tile.series ?? []).length > 0;
}

function valuesOf(tile: Tile): string {
  const ratio = isRatio(tile) ? formatWatched(tile) : undefined;
  if (ratio !== undefined) return ratio;
  const values = formatValues(tile);
  if (values.every((value) => value === undefined)) return "";
  const shown = values.slice(0, mostValues).map((value) => value ?? "something that cannot be told here");
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${plural(more, "more series", "more series")}`] : [])].join("; ");
}

/** The usual source is not worth a word. */
function sourceInWords({ series }: Tile): string {
  const sources = new Set((series ?? []).map(({ dataSource }) => dataSource ?? "events"));
  const [only = "", ...others] = sources;
  if (others.length > 0 || only === "" || only === "events") return "";
  return ` in ${code(truncate(only, mostText))}`;
}

/** What is written on a tile that shows a text. */
function textOf({ config, series }: Tile): string {
  const written = Config.safeParse(config).data?.markdown ?? Written.safeParse(series?.[0]).data?.content;
  return escapeName((written ?? "").replaceAll(markdownMarks, ""), mostText);
}

function formatSpan(noun: string, from: number | null | undefined, size: number | null | undefined): string {
  if (!isCell(from, 0) || !isCell(size, 1)) return "";
  return size === 1 ? `${noun} ${from + 1}` : `${noun}s ${from + 1}–${from + size}`;
}

function isCell(value: number | null | undefined, least: number): value is number {
  return Number.isSafeInteger(value) && (value ?? 0) >= least;
}
