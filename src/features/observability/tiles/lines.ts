import type { KnownBlock } from "@slack/types";
import { choiceHere, commandMenu } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import { plural } from "../../../lib/text.ts";
import { stateOf, worstFirst } from "../alert-rules/state.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { alertsOnTile } from "../dashboards/format-dashboard.ts";
import { formatContent, nameOfTile, formatPosition, formatType, typeOfTile } from "./format-tile.ts";
import { type NamedTarget, wordOfTarget } from "../target.ts";
import { isSendableId } from "../names.ts";
import type { TileFacts } from "../../../platform/pictures/facts.ts";

const mostAlerts = 3;

/** A tile in mrkdwn: its number and name, its type and position, what it shows, and the alerts on it. */
export function tileLine(tile: Tile, number: number, alerts: readonly Alert[], now: Date): string {
  const facts = [formatType(tile), formatPosition(tile)].filter((fact) => fact !== "").join(" · ");
  const content = formatContent(tile);
  return [
    `*${number}. ${escapeName(nameOfTile(tile), 100)}* · ${facts}`,
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
  const accessory = commandMenu(`${choiceHere} ${id} ${tileId} ${wordOfTarget(target)}`, [
    { text: "Change this tile…", value: "dashboards change-tile" },
    { text: "Create an alert on it…", value: "alerts create" },
    { text: "Remove it…", value: "dashboards remove-tile" },
  ]);
  return { ...section(line), accessory };
}

function alertLines(alerts: readonly Alert[], now: Date): string[] {
  const shown = worstFirst(alerts, now).slice(0, mostAlerts);
  const lines = shown.map((alert) => {
    const { emoji, words } = stateOf(alert, now);
    return `${emoji} Alert: ${escapeName(alert.name ?? "", 80) || "unnamed"}, ${escapeName(words.toLowerCase())}`;
  });
  const more = alerts.length - shown.length;
  return more > 0 ? [...lines, `And ${plural(more, "more alert")}.`] : lines;
}

/** A dashboard's tiles for its picture, numbered as in the list beside it. */
export function picturedTiles({ tiles }: Dashboard, alerts: readonly Alert[], now: Date): TileFacts[] {
  return (tiles ?? []).map((tile, index) => {
    const { x, y, w, h } = tile;
    const onTile = alertsOnTile(tile, alerts);
    const isFiring = onTile.some((alert) => stateOf(alert, now).rank === 0);
    return {
      number: index + 1,
      name: nameOfTile(tile),
      type: typeOfTile(tile),
      x,
      y,
      w,
      h,
      ...(onTile.length === 0 ? {} : { alerting: isFiring ? "firing" : "quiet" }),
    };
  });
}
