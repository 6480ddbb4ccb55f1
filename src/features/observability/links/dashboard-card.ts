import type { Button } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { ObservabilityContext } from "../context.ts";
import { plural, truncate } from "../../../lib/text.ts";
import type { NamedTarget } from "../target.ts";
import { type SharedReads, foundIn } from "./read-shared.ts";
import { ifReadable, isSendableId } from "../readable.ts";
import type { LinkedThing } from "./unfurl.ts";
import { alertLines, alertsButton, createAlertButton, showDashboardButton } from "./cards.ts";

const mostTags = 5;

/**
 * The card of a dashboard: its name, its tags, how many tiles it has, and the alerts on it where the server tells of them;
 * undefined where it is gone.
 */
export async function dashboardCard(
  thing: LinkedThing,
  reads: SharedReads,
  { now }: Pick<ObservabilityContext, "now">,
): Promise<Reply | undefined> {
  const there = await foundIn(thing, (target) => reads.dashboard(target, thing.id));
  if (!there) return undefined;
  const { target, found: dashboard } = there;
  const listed = await ifReadable(reads.alerts(target));
  const alerts = listed?.readable.filter((alert) => alertDashboardId(alert) === dashboard.id);
  const onIt =
    listed && alerts
      ? alertLines({ ...listed, readable: alerts }, ["stands on it", "stand on it"], now())
      : [];
  const text = [nameLine(dashboard, target), factsLine(dashboard, thing.tileId), ...onIt].join("\n");
  const second = secondButton(dashboard, alerts ?? [], thing, target);
  return reply(text, [section(text), actions([showDashboardButton(thing.id, target), second])]);
}

function nameLine({ id, name }: Dashboard, target: NamedTarget): string {
  return `*${escapeName(name || id)}* · dashboard of ${escapeName(target.name)}`;
}

function factsLine({ tiles, tags }: Dashboard, tileId: string | undefined): string {
  const tile = tileId === undefined ? undefined : tiles?.find(({ id }) => id === tileId);
  return [
    plural(tiles?.length ?? 0, "tile"),
    ...(tile?.name ? [`the link is to “${escapeName(tile.name)}”`] : []),
    ...(tags && tags.length > 0 ? [formatTags(tags)] : []),
  ].join(" · ");
}

function formatTags(tags: readonly string[]): string {
  const shown = tags.slice(0, mostTags).map((tag) => code(truncate(tag, 40)));
  const more = tags.length - shown.length;
  return `${tags.length === 1 ? "tag" : "tags"} ${shown.join(" ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** An alert is offered where none is yet: on the tile of the link, or on the first that a button can name. */
function secondButton(
  { tiles }: Dashboard,
  alerts: readonly Alert[],
  { id: dashboardId, tileId: linkedTileId }: LinkedThing,
  target: NamedTarget,
): Button {
  const tileIds = (tiles ?? []).map(({ id }) => id).filter(isSendableId);
  const linked = tileIds.find((id) => id === linkedTileId);
  const isWatched = alerts.some((alert) => linked === undefined || alert.tileId === linked);
  const tileId = linked ?? tileIds[0];
  if (isWatched || tileId === undefined) return alertsButton(target);
  return createAlertButton(target, { dashboardId, tileId });
}
