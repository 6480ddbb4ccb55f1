import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import type { ChangeFixture } from "./fixture.ts";

/** An alert on the first tile of the seeded dashboard. */
export async function newAlert(
  fixture: ChangeFixture,
): Promise<Extract<WantedChange, { kind: "create-alert" }>> {
  const { id: dashboardId, tiles } = await fixture.dashboard();
  const tileId = tiles?.[0]?.id ?? "";
  const rule = { threshold: 5, interval: "5m", source: "tile", thresholdType: "above" };
  const channel = { type: "webhook", webhookId: "w1" };
  const body = { dashboardId, tileId, ...rule, channel, name: "Slow checkout", message: "Look at the logs" };
  return { kind: "create-alert", body };
}

/** A copy of the seeded dashboard under another name. */
async function copy(fixture: ChangeFixture): Promise<WantedChange> {
  const { id: _id, name: _name, tiles, ...others } = await fixture.dashboard();
  const copied = tiles?.map(({ id: _tile, ...tile }) => tile) ?? [];
  return { kind: "create-dashboard", body: { ...others, name: "The copy", tiles: copied } };
}

/** The names of the created alerts and dashboards. */
export async function namesOf(fixture: ChangeFixture): Promise<string[]> {
  const all = [...(await fixture.there.alerts.list()), ...(await fixture.there.dashboards.list())];
  return all.map(({ name }) => name ?? "").filter((name) => /The copy|Slow checkout/.test(name));
}

/** Both kinds of creations, each in one of the deployments, with its text and its request. */
export const creations = [
  ["managed", "alert rule “Slow checkout”", newAlert],
  ["stand-alone", "dashboard “The copy”", copy],
] as const;
