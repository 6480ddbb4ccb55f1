import { expect, test } from "vitest";
import {
  bodyIn,
  createDashboardForm,
} from "../../../../src/features/observability/dashboards/create-form.ts";
import { problems } from "../../../../src/features/observability/dashboards/texts.ts";

const facts = { target: { connection: "default", serviceId: "s-1", name: "orders prod" } };
const all = { everything: true, matching: true, grouped: true, number: true };
const filled = {
  name: "Checkout",
  dataSource: "s1",
  where: "level:error",
  groupBy: "host",
  tags: "shop, prod",
};

test("a dashboard begins with the chosen tiles, two in a row, as the specification has them", () => {
  const { name, tiles, tags } = bodyIn({ ...filled, ...all });
  expect([name, tags]).toEqual(["Checkout", ["shop", "prod"]]);
  expect(tiles.map(({ name: tile, x, y, w, h }) => [tile, x, y, w, h])).toEqual([
    ["Everything over time", 0, 0, 12, 6],
    ["Errors over time", 12, 0, 12, 6],
    ["Errors by host", 0, 6, 12, 6],
    ["Errors", 12, 6, 12, 6],
  ]);
  const count = { dataSource: "s1", aggFn: "count", where: "level:error" };
  expect(tiles.map(({ series }) => series)).toEqual([
    [{ ...count, type: "time", where: "", groupBy: [] }],
    [{ ...count, type: "time", groupBy: [] }],
    [{ ...count, type: "time", groupBy: ["host"] }],
    [{ ...count, type: "number" }],
  ]);
});

test("a dashboard may begin with one tile or none, and on the usual source", () => {
  expect(bodyIn({ name: "Empty" })).toEqual({ name: "Empty", tiles: [], tags: [] });
  const [only, ...others] = bodyIn({ name: "One", number: true, where: "service:shop" }).tiles;
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    name: "service:shop",
    series: [{ dataSource: "events", where: "service:shop" }],
  });
});

test.each([
  ["a name", { name: "" }, "name", problems.name],
  ["a filter", { where: "" }, "where", problems.filter],
  ["a field to group by", { groupBy: "" }, "groupBy", problems.groupBy],
])("%s is needed", (_, empty, field, message) => {
  const state = { values: { ...filled, ...all, ...empty }, facts };
  expect(createDashboardForm.problems(state)).toEqual([{ field, message }]);
});

test("a filter is checked only if a tile uses it", () => {
  const wrong = { ...filled, where: "level:" };
  expect(createDashboardForm.problems({ values: { ...wrong, everything: true }, facts })).toEqual([]);
  expect(createDashboardForm.problems({ values: { ...wrong, number: true }, facts })).toMatchObject([
    { field: "where" },
  ]);
});
