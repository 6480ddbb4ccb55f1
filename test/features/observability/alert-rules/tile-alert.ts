import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import type { ObservabilityTarget } from "../../../../src/features/observability/target.ts";

/** The facts of a new alert. */
interface Options {
  name: string;
  /** The index of its tile on the target's first dashboard. */
  tile?: number;
  webhookId?: string;
  threshold?: number;
}

/** A created alert, with its dashboard and tile. */
export interface TileAlert {
  alert: Alert;
  dashboardId: string;
  tileId: string;
}

/** Creates an alert on a tile of the target's first dashboard. */
export async function tileAlert(
  target: ObservabilityTarget,
  context: Pick<AppContext, "cloudOf">,
  { name, tile = 0, webhookId = "w1", threshold = 5 }: Options,
): Promise<TileAlert> {
  const there = observabilityClientOf(target, context);
  const [dashboard] = await there.dashboards.list();
  const [dashboardId, tileId] = [dashboard?.id ?? "", dashboard?.tiles?.[tile]?.id ?? ""];
  const channel = { type: "webhook", webhookId };
  const rule = { threshold, interval: "5m", source: "tile", thresholdType: "above", channel };
  const alert = await there.alerts.create({
    dashboardId,
    tileId,
    ...rule,
    name,
    message: "Look at the logs",
  });
  return { alert, dashboardId, tileId };
}
