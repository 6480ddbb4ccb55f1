import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Alert, alertSavedSearchId } from "../../../platform/cloud/observability/alert.ts";
import { intervalInWords } from "./format-interval.ts";
import { linesInWords, valueInWords } from "./format-threshold.ts";
import { groupsInWords, type Tile, watchedInWords } from "./format-watched.ts";

/** What an alert's rule is made of; a form that is being filled in may lack any of it. */
export type Rule = Partial<Alert>;

/**
 * When an alert fires, in mrkdwn: "when count of `level:error` is 5 or more in 5 minutes". The tile is the one that it
 * watches, where that could be read; what is not certain is not said.
 */
export function ruleInWords(rule: Rule, tile?: Tile): string {
  const within = rule.interval ? ` in ${intervalInWords(rule.interval)}` : "";
  return `when ${watched(rule, tile)}${within}${anyGroup(rule, tile)}`;
}

function watched(rule: Rule, tile: Tile | undefined): string {
  const searchId = alertSavedSearchId({ id: "", ...rule });
  if (rule.source === "saved_search" || (rule.source !== "tile" && searchId !== undefined))
    return `the saved search${searchId === undefined ? "" : ` ${code(searchId.slice(0, 64))}`} ${linesInWords(rule)}`;
  return `${valueOf(rule, tile)} ${valueInWords(rule)}`;
}

function valueOf({ source }: Rule, tile: Tile | undefined): string {
  if (!tile) return source === "tile" ? "what its tile shows" : "what it watches";
  const value = watchedInWords(tile);
  if (value !== undefined) return value;
  const name = escapeName(tile.name ?? "");
  return name === "" ? "what its tile shows" : `what the tile “${name}” shows`;
}

/** Alerts on searches have their groups themselves, those on tiles have their tile's. */
function anyGroup({ groupBy }: Rule, tile: Tile | undefined): string {
  const own = typeof groupBy === "string" ? groupBy.trim() : "";
  const groups = own === "" ? tile && groupsInWords(tile) : code(own.slice(0, 150));
  return groups ? `, for any group of ${groups}` : "";
}
