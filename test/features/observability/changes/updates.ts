import type { DashboardEdit } from "../../../../src/features/observability/dashboards/edit.ts";
import type { ChangeFixture } from "./fixture.ts";

/** Ada makes the first tile of the seeded dashboard wider. */
export async function widening(fixture: ChangeFixture) {
  const seen = await fixture.dashboard();
  const tileId = seen.tiles?.[0]?.id ?? "";
  const edit: DashboardEdit = { kind: "change-tile", tileId, changes: { w: 7 } };
  return { seen, tileId, wanted: { kind: "update-dashboard", id: seen.id, seen, edit } as const };
}

/** Ada raises the threshold of the seeded alert on a tile. */
export async function raising(fixture: ChangeFixture) {
  const seen = await fixture.alert();
  return { seen, wanted: { kind: "update-alert", id: seen.id, seen, edit: { threshold: 9 } } as const };
}
