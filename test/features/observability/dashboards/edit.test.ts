import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Dashboard } from "../../../../src/platform/cloud/observability/dashboard.ts";
import {
  type DashboardEdit,
  applyDashboardEdit,
  dashboardBody,
} from "../../../../src/features/observability/dashboards/edit.ts";
import { observabilityClientOf } from "../../../../src/features/observability/observability-client.ts";
import { control } from "../../../support/asking.ts";
import { useRedis } from "../../../support/redis.ts";
import { anyDashboard } from "../observed-arbitraries.ts";
import { deployments, observedFixture } from "../fixture.ts";

const redis = useRedis();

const newSeries = { type: "time", dataSource: "events", aggFn: "count", where: "level:error", groupBy: [] };
const newTile = { name: "New", x: 0, y: 9, w: 12, h: 6, series: [newSeries] };
type Tile = NonNullable<Dashboard["tiles"]>[number];

/** Each kind of edit, and a separate implementation of its only effect. */
const subcommands: Record<
  string,
  (tileId: string) => { edit: DashboardEdit; alone: (dashboard: Dashboard) => void }
> = {
  rename: () => ({
    edit: { kind: "describe", name: "Shop" },
    alone: (dashboard) => (dashboard.name = "Shop"),
  }),
  retag: () => ({
    edit: { kind: "describe", tags: ["a", "b"] },
    alone: (dashboard) => (dashboard.tags = ["a", "b"]),
  }),
  "add a tile": () => ({
    edit: { kind: "add-tile", tile: newTile },
    alone: ({ tiles }) => tiles?.push({ id: "new", ...newTile }),
  }),
  "move and rename a tile": (tileId) => ({
    edit: { kind: "change-tile", tileId, changes: { name: "Moved", x: 3, w: 7 } },
    alone: ({ tiles }) => Object.assign(tileIn(tiles, tileId), { name: "Moved", x: 3, w: 7 }),
  }),
  "change nothing of a tile": (tileId) => ({
    edit: { kind: "change-tile", tileId, changes: {} },
    alone: () => {},
  }),
  "remove a tile": (tileId) => ({
    edit: { kind: "remove-tile", tileId },
    alone: (dashboard) => (dashboard.tiles = dashboard.tiles?.filter(({ id }) => id !== tileId)),
  }),
  "show a tile as a ratio": (tileId) => ({
    edit: { kind: "change-tile", tileId, changes: { asRatio: true } },
    alone: ({ tiles }) => Object.assign(tileIn(tiles, tileId), { asRatio: true }),
  }),
  "add a series and remove the first": (tileId) => ({
    edit: { kind: "change-tile", tileId, changes: { removed: [0], added: newSeries } },
    alone: ({ tiles }) => {
      const tile = tileIn(tiles, tileId);
      tile.series = [...(tile.series ?? []).slice(1), newSeries];
    },
  }),
  "change a series of a tile": (tileId) => ({
    edit: {
      kind: "change-tile",
      tileId,
      changes: { series: [{ index: 0, changes: { aggFn: "sum", where: "a:b" } }] },
    },
    alone: ({ tiles }) =>
      Object.assign(tileIn(tiles, tileId).series?.[0] ?? {}, { aggFn: "sum", where: "a:b" }),
  }),
  "take the groups out of a series": (tileId) => ({
    edit: {
      kind: "change-tile",
      tileId,
      changes: { series: [{ index: 0, changes: { type: "number", groupBy: null } }] },
    },
    alone({ tiles }) {
      const [first] = tileIn(tiles, tileId).series ?? [];
      delete first?.groupBy;
      Object.assign(first ?? {}, { type: "number" });
    },
  }),
};

function raise(kind: string): never {
  throw new Error(`There is no edit ${kind}.`);
}

function tileIn(tiles: Dashboard["tiles"], tileId: string): Tile {
  const found = tiles?.find(({ id }) => id === tileId);
  if (!found) throw new Error(`There is no tile ${tileId}.`);
  return found;
}

/** False for an edit of series if the tile has none. */
function suits(kind: string, { series }: Tile): boolean {
  return !kind.includes("series") || (series ?? []).length > 0;
}

const Sent = z.array(z.looseObject({ method: z.string(), body: z.unknown().optional() }));
const inOrder: fc.Arbitrary<number> = fc.nat(3);

test.each(
  Object.keys(subcommands).map((kind, index) => [deployments[index % 2] ?? "managed", kind] as const),
)("%s: after a read, the edit “%s” and a write, everything else is unchanged", async (deployment, kind) => {
  const { cloud, context, target } = await observedFixture(redis.client, deployment);
  const there = observabilityClientOf(target, context);
  await fc.assert(
    fc.asyncProperty(anyDashboard, inOrder, async (body, position) => {
      const { id } = await there.dashboards.create(body);
      const before = await there.dashboards.get(id);
      const suitable = (before.tiles ?? []).filter((tile) => suits(kind, tile));
      const tile = suitable[position % Math.max(1, suitable.length)];
      fc.pre(tile !== undefined);
      const { edit, alone } = subcommands[kind]?.(tile?.id ?? "") ?? raise(kind);
      await there.dashboards.update(id, applyDashboardEdit(before, edit));
      const expected = structuredClone(before);
      alone(expected);
      const after = await there.dashboards.get(id);
      expect({ ...after, tiles: after.tiles?.map((each) => withNewId(each, before)) }).toStrictEqual(
        expected,
      );
    }),
    { numRuns: 12 },
  );
  const sent = Sent.parse((await control(cloud, "/requests", undefined, "GET")).body);
  for (const { body } of sent.filter(({ method }) => method === "PUT"))
    expect(Object.keys(body ?? {}).join(" ")).toMatch(/^name tiles( tags)?( x\w+)*$/);
});

/** Replaces the id of a new tile, because the server chooses it. */
function withNewId(tile: Tile, before: Dashboard): Tile {
  return before.tiles?.some(({ id }) => id === tile.id) ? tile : { ...tile, id: "new" };
}

test("tiles of newer servers are written back as they were read", async () => {
  const { cloud, context, target } = await observedFixture(redis.client, "stand-alone");
  await control(cloud, "/observability", { naming: "newer" });
  const there = observabilityClientOf(target, context);
  const [seeded] = await there.dashboards.list();
  const before = await there.dashboards.get(seeded?.id ?? "");
  expect(before.tiles?.[0]).toHaveProperty("config");
  const tileId = before.tiles?.[0]?.id ?? "";
  await there.dashboards.update(
    before.id,
    applyDashboardEdit(before, { kind: "change-tile", tileId, changes: { w: 5 } }),
  );
  const expected = structuredClone(before);
  tileIn(expected.tiles, tileId).w = 5;
  expect(await there.dashboards.get(before.id)).toStrictEqual(expected);
});

test("groups that a server sends as a text stay a text", () => {
  const tiles = [{ id: "t1", series: [{ type: "time", groupBy: "host" }] }];
  const edit: DashboardEdit = {
    kind: "change-tile",
    tileId: "t1",
    changes: { series: [{ index: 0, changes: { groupBy: ["host", "service"] } }] },
  };
  expect(applyDashboardEdit({ id: "d1", name: "D", tiles }, edit).tiles[0]?.series).toEqual([
    { type: "time", groupBy: "host, service" },
  ]);
});

test("groups that a server sends as records stay records, and so do new ones", () => {
  const host = { valueExpression: "host", alias: "Host" };
  const tiles = [{ id: "t1", series: [{ type: "time", groupBy: [host, { valueExpression: "pod" }] }] }];
  const edit: DashboardEdit = {
    kind: "change-tile",
    tileId: "t1",
    changes: { series: [{ index: 0, changes: { groupBy: ["service", "host"] } }] },
  };
  expect(applyDashboardEdit({ id: "d1", name: "D", tiles }, edit).tiles[0]?.series).toEqual([
    { type: "time", groupBy: [{ valueExpression: "service" }, host] },
  ]);
});

test.each<DashboardEdit>([
  { kind: "change-tile", tileId: "gone", changes: { w: 1 } },
  { kind: "remove-tile", tileId: "gone" },
  { kind: "change-tile", tileId: "t1", changes: { series: [{ index: 3, changes: { where: "a:b" } }] } },
])("an edit of a missing tile or series fails as a conflict", (edit) => {
  const dashboard = { id: "d1", name: "D", tiles: [{ id: "t1", series: [{}] }] };
  expect(() => applyDashboardEdit(dashboard, edit)).toThrow(expect.objectContaining({ kind: "conflict" }));
});

test("a dashboard without a name or tiles is written as the specification requires", () => {
  const body = dashboardBody({ id: "d1", name: null, own: null });
  expect(isDeepStrictEqual(body, { name: "", tiles: [], own: null })).toBe(true);
});
