import { z } from "zod";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { formatList, oneLine, truncate } from "../../../lib/text.ts";
import { isSendableId, shownName } from "../names.ts";
import { tileTypeOf } from "../../../platform/pictures/tiles/type.ts";
import {
  type Tile,
  formatGroups,
  formatValues,
  formatWatched,
  isRatio,
  numberFormatOf,
  plainTerm,
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
import type { TileFacts } from "../../../platform/pictures/facts.ts";

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
  return type === "" ? "tile" : escapeName(tileTypeOf(type).words, 40);
}

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

/** What a tile shows, in plain text for its picture, a fact for each line. */
function factsShown(tile: Tile, sources: SourceNames): string[] {
  const values = formatValues(tile, plainTerm);
  const known = values.filter((value) => value !== undefined);
  const written = plainTextOf(tile);
  if (known.length === 0) return written === "" ? [] : [written];
  const shown = known.slice(0, mostValues);
  const more = values.length - shown.length;
  const from = sourcesOf(tile).map((source) => sources.get(source) ?? source);
  const groups = formatGroups(tile, plainTerm);
  const format = numberFormatOf(tile);
  return [
    ...(isRatio(tile) && shown.length === 2 ? [texts.ratioOf(shown)] : shown),
    ...(more > 0 ? [texts.moreSeries(more)] : []),
    ...(groups === "" ? [] : [texts.by(groups)]),
    ...(from.length === 0 ? [] : [texts.from(formatList(from))]),
    ...(format === undefined ? [] : [texts.numbersAs(format)]),
  ];
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

/** A tile in mrkdwn: its number, name and type, what it shows, and the alerts on it. */
export function tileLine(
  tile: Tile,
  number: number,
  { alerts, sources, now }: { alerts: readonly Alert[]; sources?: SourceNames; now: Date },
): string {
  const content = formatContent(tile, sources);
  return [
    `*${number}. ${escapeName(nameOfTile(tile), 100)}* · ${formatType(tile)}`,
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

/** A dashboard's tiles for its picture, numbered as in the list beside it. */
export function picturedTiles(
  { tiles }: Dashboard,
  { alerts, sources = new Map(), now }: { alerts: readonly Alert[]; sources?: SourceNames; now: Date },
): TileFacts[] {
  return (tiles ?? []).map((tile, index) => {
    const { x, y, w, h } = tile;
    const onTile = alertsOnTile(tile, alerts);
    const isFiring = onTile.some((alert) => stateOf(alert, now).rank === 0);
    return {
      number: index + 1,
      name: nameOfTile(tile),
      type: typeOfTile(tile),
      shows: factsShown(tile, sources),
      x,
      y,
      w,
      h,
      ...(onTile.length === 0 ? {} : { alerting: isFiring ? "firing" : "quiet" }),
    };
  });
}
