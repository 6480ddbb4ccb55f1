import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import type { ObservabilityTarget } from "../../../../src/features/observability/target.ts";

/** What a test says of an alert that it makes. */
interface Options {
  name: string;
  /** Which tile of the place's first dashboard it watches. */
  tile?: number;
  webhookId?: string;
  threshold?: number;
}

/** An alert made in the place, and where it stands. */
export interface TileAlert {
  alert: Alert;
  dashboardId: string;
  tileId: string;
}

/** Makes an alert on a tile of the place's first dashboard. */
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
