import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import { deployments } from "../fixture.ts";
import type { ChangeRoom } from "./fixture.ts";

/** An alert on the first tile of the seeded dashboard. */
export async function newAlert(room: ChangeRoom): Promise<Extract<WantedChange, { kind: "create-alert" }>> {
  const { id: dashboardId, tiles } = await room.dashboard();
  const tileId = tiles?.[0]?.id ?? "";
  const rule = { threshold: 5, interval: "5m", source: "tile", thresholdType: "above" };
  const channel = { type: "webhook", webhookId: "w1" };
  const body = { dashboardId, tileId, ...rule, channel, name: "Slow checkout", message: "Look at the logs" };
  return { kind: "create-alert", body };
}

/** A copy of the seeded dashboard under another name. */
async function copy(room: ChangeRoom): Promise<WantedChange> {
  const { id: _id, name: _name, tiles, ...others } = await room.dashboard();
  const copied = tiles?.map(({ id: _tile, ...tile }) => tile) ?? [];
  return { kind: "create-dashboard", body: { ...others, name: "The copy", tiles: copied } };
}

/** The names of what was created. */
export async function namesOf(room: ChangeRoom): Promise<string[]> {
  const all = [...(await room.there.listAlerts()), ...(await room.there.listDashboards())];
  return all.map(({ name }) => name ?? "").filter((name) => /The copy|Slow checkout/.test(name));
}

/** Both kinds of things, in both deployments: with how each is called, and how it is wanted. */
export const creations = deployments.flatMap((deployment) => [
  [deployment, "alert “Slow checkout”", newAlert] as const,
  [deployment, "dashboard “The copy”", copy] as const,
]);
