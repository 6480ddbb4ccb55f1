import { z } from "zod";
import { code, escapeName, link } from "../../../platform/blocks/escape.ts";
import { formatList, oneLine, truncate } from "../../../lib/text.ts";
import { isSendableId, shownName } from "../names.ts";
import {
  type Tile,
  formatGroups,
  formatValues,
  formatWatched,
  isRatio,
  sourcesOf,
} from "../alert-rules/format-watched.ts";
import type { KnownBlock } from "@slack/types";
import { commandMenu, fitsChoice } from "../../../platform/blocks/command-button.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { stateOf, worstFirst } from "../alert-rules/state.ts";
import { alertsOnTile } from "../dashboards/format-dashboard.ts";
import { type NamedTarget, wordOfTarget } from "../target.ts";
import * as texts from "./texts.ts";

// Not in the specification; running servers have it.
const Config = z.looseObject({ displayType: z.string().nullish(), markdown: z.string().nullish() });
const Written = z.looseObject({ content: z.string().nullish() });

// Of emphasis, code and headings, because a text is shown on one line.
const markdownMarks = /[*_`#]+/g;

const mostValues = 3;
const mostText = 120;

/** A tile's name in plain text. */
export function nameOfTile({ name }: Tile): string {
  return shownName(name, "Unnamed tile");
}

/** A tile's type in the server's own word, as in "time"; "" if it has none. */
function typeOfTile({ config, series }: Tile): string {
  return Config.safeParse(config).data?.displayType ?? series?.[0]?.type ?? "";
}

/** A tile's type in mrkdwn, as in "line chart". */
export function formatType(tile: Tile): string {
  const type = typeOfTile(tile);
  if (type === "") return "tile";
  const own = oneLine(type.toWellFormed().replaceAll("_", " "));
  return escapeName(typeWords.get(type.trim().toLowerCase()) ?? (own || "unknown type"), 40);
}

// `time` and `number` are in the specification, the others on running servers. Any other keeps the server's word.
const typeWords = new Map([
  ["time", "line chart"],
  ["line", "line chart"],
  ["bar", "bars"],
  ["bars", "bars"],
  ["stacked_bar", "bars"],
  ["histogram", "bars"],
  ["number", "number"],
  ["table", "table"],
  ["markdown", "text"],
  ["text", "text"],
  ["search", "search"],
]);

/** The names of a server's sources by their ids. Tiles name a source by either. */
export type SourceNames = ReadonlyMap<string, string>;

/** What a tile shows, in mrkdwn: "count of `level:error`, by `host`"; "" if that is unknown. */
export function formatContent(tile: Tile, sources: SourceNames = new Map()): string {
  const values = valuesOf(tile);
  if (values === "") return textOf(tile);
  const from = sourcesOf(tile).map((source) => code(truncate(sources.get(source) ?? source, mostText)));
  const groups = formatGroups(tile);
  return [
    `${values}${from.length === 0 ? "" : ` in ${formatList(from)}`}`,
    ...(groups === "" ? [] : [`by ${groups}`]),
  ].join(", ");
}

/** A tile's position, counted from 1: "columns 1–6, rows 1–3"; "" if it has none on the grid. */
export function formatPosition({ x, y, w, h }: Tile): string {
  const across = formatSpan("column", x, w);
  const down = formatSpan("row", y, h);
  return across === "" || down === "" ? "" : `${across}, ${down}`;
}

/** True for a tile of newer servers, which describe it by `config`. It is read here, but not written. */
export function isNewerTile({ config }: Tile): boolean {
  return typeof config === "object" && config !== null;
}

/** True for a tile that shows its series. Then they can be changed here. */
export function hasOwnSeries(tile: Tile): boolean {
  return !isNewerTile(tile) && (tile.series ?? []).length > 0;
}

function valuesOf(tile: Tile): string {
  const ratio = isRatio(tile) ? formatWatched(tile) : undefined;
  if (ratio !== undefined) return ratio;
  const values = formatValues(tile);
  if (values.every((value) => value === undefined)) return "";
  const shown = values.slice(0, mostValues).map((value) => value ?? texts.unknownValue);
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [texts.moreSeries(more)] : [])].join("; ");
}

/** The text of a tile that shows one, in mrkdwn. */
function textOf(tile: Tile): string {
  return escapeName(plainTextOf(tile), mostText);
}

/** The same in plain text. */
function plainTextOf({ config, series }: Tile): string {
  const written = Config.safeParse(config).data?.markdown ?? Written.safeParse(series?.[0]).data?.content;
  return oneLine((written ?? "").replaceAll(markdownMarks, "")).slice(0, 1_000);
}

function formatSpan(noun: string, from: number | null | undefined, size: number | null | undefined): string {
  if (!isCell(from, 0) || !isCell(size, 1)) return "";
  return size === 1 ? `${noun} ${from + 1}` : `${noun}s ${from + 1}–${from + size}`;
}

function isCell(value: number | null | undefined, least: number): value is number {
  return Number.isSafeInteger(value) && (value ?? 0) >= least;
}

const mostAlerts = 3;

/** A tile in mrkdwn: its number, name and type, what it shows, and the alerts on it. Its name links to the console. */
export function tileLine(
  tile: Tile,
  number: number,
  {
    alerts,
    sources,
    now,
    url,
  }: {
    alerts: readonly Alert[];
    sources?: SourceNames | undefined;
    now: Date;
    /** Its place in the console, if that is known. */
    url?: string | undefined;
  },
): string {
  const content = formatContent(tile, sources);
  const name = truncate(nameOfTile(tile), 100);
  return [
    `*${number}. ${url === undefined ? escapeName(name, 100) : link(url, name)}* · ${formatType(tile)}`,
    ...(content === "" ? [] : [content]),
    ...alertLines(alertsOnTile(tile, alerts), now),
  ].join("\n");
}

/** A tile's line with a menu of what can be done with it, if a button can carry its id. */
export function tileBlock(
  line: string,
  { id: tileId }: Tile,
  { id }: Dashboard,
  target: NamedTarget,
): KnownBlock {
  if (!isSendableId(tileId) || !isSendableId(id)) return section(line);
  const command = { choice: "call", args: { dashboard: id, tile: tileId, service: wordOfTarget(target) } };
  if (!fitsChoice(command)) return section(line);
  const accessory = commandMenu(command, [
    { text: texts.menu.change, value: "dashboards_change_tile" },
    { text: texts.menu.alert, value: "alert_rules_create" },
    { text: texts.menu.remove, value: "dashboards_remove_tile" },
  ]);
  return { ...section(line), accessory };
}

function alertLines(alerts: readonly Alert[], now: Date): string[] {
  const shown = worstFirst(alerts, now).slice(0, mostAlerts);
  const lines = shown.map((alert) => {
    const { emoji, words } = stateOf(alert, now);
    return texts.ruleOnTile(emoji, words, alert.name ?? "");
  });
  const more = alerts.length - shown.length;
  return more > 0 ? [...lines, texts.moreRules(more)] : lines;
}
