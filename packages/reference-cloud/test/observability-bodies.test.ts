import { expect, test } from "vitest";
import { z } from "zod";
import { deployments } from "../../../test/contract/observability-surfaces.ts";
import { passTime } from "../../../test/support/asking.ts";
import { Content, fixture, sound } from "./observability-fixture.ts";

test.each(deployments)("%s: a PUT keeps the given ids of tiles, and unknown fields", async (kind) => {
  const { read, first } = await fixture(kind);
  const tiles = [{ id: "my own id", name: "a", own: { deep: [1] } }, { name: "b" }, ...first.tiles];
  const body = { name: "Mine", tiles, tags: ["x"], own: null };
  const put = Content.parse(await read(`/dashboards/${first.id}`, { method: "PUT", body }));
  expect(put).toEqual({
    ...body,
    id: first.id,
    tiles: [tiles[0], { name: "b", id: expect.stringMatching(/^[0-9a-f]{24}$/) }, ...first.tiles],
  });
  expect(await read(`/dashboards/${first.id}`)).toEqual(put);
});

test.each(deployments)("%s: removing a tile removes its alerts and no others", async (kind) => {
  const { read, first } = await fixture(kind);
  const names = async () =>
    z
      .array(z.looseObject({ name: z.string() }))
      .parse(await read("/alerts"))
      .map(({ name }) => name);
  const [tile, ...tiles] = first.tiles;
  await read(`/dashboards/${first.id}`, { method: "PUT", body: { ...first, tiles: [...tiles, tile] } });
  expect(await names()).toEqual(["Checkout errors", "p95 latency (ms)"]);
  await read(`/dashboards/${first.id}`, { method: "PUT", body: { ...first, tiles } });
  expect(await names()).toEqual(["Checkout errors"]);
});

const tile = { id: "t", name: "a", x: 0, y: 0, w: 1, h: 1, series: [] };

test.each([
  ["no name", { name: undefined }, "name: "],
  ["tiles that are not a list", { tiles: {} }, "tiles: "],
  ["a tile that is not an object", { tiles: ["t"] }, "tiles.0: "],
  ["a duplicate id", { tiles: [tile, { name: "b" }, tile] }, 'tiles.2.id: "t" is another tile\'s id too'],
  ["an id that is not text", { tiles: [tile, { ...tile, id: 7 }] }, "tiles.1.id: must be text"],
  ["a negative position", { tiles: [{ ...tile, x: -1 }] }, "tiles.0.x: "],
  ["a position that is not a number", { tiles: [{ ...tile, y: "1" }] }, "tiles.0.y: "],
  ["no width", { tiles: [{ ...tile, w: 0 }] }, "tiles.0.w: "],
  ["tags that are not texts", { tags: [1] }, "tags.0: "],
])("a dashboard with %s is refused with 400 and nothing is changed", async (_, change, said) => {
  for (const kind of deployments) {
    const { ask, read, first } = await fixture(kind);
    const body = { name: "n", tiles: [], tags: [], ...change };
    for (const [path, method] of [
      ["/dashboards", "POST"],
      [`/dashboards/${first.id}`, "PUT"],
    ] as const) {
      const answer = await ask(path, { method, body });
      expect(answer).toMatchObject({ status: 400, type: "application/json" });
      expect(z.object({ message: z.string() }).parse(JSON.parse(answer.text)).message).toContain(said);
    }
    expect(z.array(Content).parse(await read("/dashboards"))).toMatchObject([first, {}]);
  }
});

test.each([
  ["an unknown dashboard", { dashboardId: "none" }, "Dashboard not found"],
  ["an unknown tile", { tileId: "none" }, "Tile not found"],
  ["no name", { name: " " }, "name: must not be empty"],
  ["an interval with an unknown unit", { interval: "5y" }, "interval: must be a number and a unit"],
  ["an interval of zero", { interval: "0m" }, "interval: must be a number and a unit"],
  ["one threshold instead of two", { thresholdType: "between" }, "thresholdMax: "],
  ["a threshold that is not a number", { threshold: "5" }, "threshold: "],
  ["an unknown source", { source: "moon" }, "source: must be tile or saved_search"],
  ["no channel", { channel: undefined }, "channel: "],
])("an alert with %s is refused with 400", async (_, change, said) => {
  for (const kind of deployments) {
    const { ask, read, first } = await fixture(kind);
    const [alert] = z.array(z.looseObject({ id: z.string() })).parse(await read("/alerts"));
    for (const [path, method] of [
      ["/alerts", "POST"],
      [`/alerts/${alert?.id}`, "PUT"],
    ] as const) {
      const answer = await ask(path, { method, body: { ...sound(first), ...change } });
      expect(answer).toMatchObject({ status: 400, type: "application/json" });
      expect(z.object({ message: z.string() }).parse(JSON.parse(answer.text)).message).toContain(said);
    }
  }
});

test.each(deployments)(
  "%s: a PUT of an alert clears omitted fields, and keeps its state and creation time",
  async (kind) => {
    const { cloud, read, first } = await fixture(kind);
    const made = z.looseObject({ id: z.string() }).parse(await read("/alerts", { body: sound(first) }));
    await passTime(cloud, 1_500);
    const path = `/alerts/${made.id}`;
    await read(path, { method: "PUT", body: { ...sound(first), own: 1, state: "x", createdAt: "x" } });
    const { message: _, ...less } = sound(first);
    expect(await read(path, { method: "PUT", body: { ...less, threshold: 6 } })).toEqual({
      ...made,
      message: kind === "managed" ? "" : null,
      threshold: 6,
      updatedAt: "2026-11-20T12:00:01.500Z",
    });
  },
);

test("every server starts with the same content: tiles of many kinds, and sources without a kind or name", async () => {
  const [one, other] = [await fixture("managed"), await fixture("managed")];
  for (const path of ["/dashboards", "/sources"])
    expect(await one.read(path)).toEqual(await other.read(path));
  const types = one.first.tiles.map((shown) => JSON.stringify(shown).match(/"type":"(\w+)"/)?.[1]);
  expect(new Set(types)).toEqual(new Set(["time", "number", "table", "markdown"]));
  const sources = z.array(z.looseObject({ id: z.string() })).parse(await one.read("/sources"));
  expect(sources.map((source) => [source["name"], source["kind"]])).toEqual([
    ["Logs", "log"],
    ["Traces", "trace"],
    ["Metrics", "metric"],
    ["Audit trail", undefined],
    [undefined, "session"],
  ]);
});

test("a stand-alone server refuses an empty message and accepts null; a service accepts both", async () => {
  const Known = z.looseObject({ id: z.string(), message: z.string().nullish() });
  for (const kind of deployments) {
    const isStandalone = kind === "stand-alone";
    const { ask, read, first } = await fixture(kind);
    const empty = { ...sound(first), message: "" };
    const refused = isStandalone
      ? { status: 400, text: '{"message":"message: must not be empty"}' }
      : { status: 200 };
    expect(await ask("/alerts", { method: "POST", body: empty })).toMatchObject(refused);
    const [seeded] = z.array(Known).parse(await read("/alerts"));
    const path = `/alerts/${seeded?.id}`;
    expect(await ask(path, { method: "PUT", body: { ...seeded, message: "" } })).toMatchObject(refused);
    expect(await read(path, { method: "PUT", body: { ...seeded, message: null } })).toMatchObject({
      message: isStandalone ? null : "",
    });
  }
});
