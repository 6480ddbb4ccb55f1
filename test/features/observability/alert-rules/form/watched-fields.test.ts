import { expect, test } from "vitest";
import type { FormState } from "../../../../../src/platform/forms/form.ts";
import { watchedFields } from "../../../../../src/features/observability/alert-rules/form/fields.ts";

const dashboards = Array.from({ length: 150 }, (_, n) => ({ id: `d${n}`, name: `Dashboard ${n}` }));
const tiles = Array.from({ length: 130 }, (_, n) => ({
  id: `t${n}`,
  name: n === 3 ? "\u202e" : `Tile ${n}`,
}));

function state(values: Record<string, unknown>): FormState {
  const target = { connection: "default", serviceId: "s-1", name: "orders prod" };
  const facts = { target, given: {}, isRead: true, dashboards, publicUrl: "https://qm.example.com" };
  return { values, facts: { ...facts, tiles: { dashboardId: "d7", tiles } } };
}

/** The texts of a field's first hundred choices, which Slack shows. */
function offered(name: string, values: Record<string, unknown>): string[] {
  const field = watchedFields.find((one) => one.name === name);
  return (field?.choices?.(state(values)) ?? []).slice(0, 100).map(({ text }) => text);
}

test("with more dashboards than Slack shows, a part of the name finds one, and the chosen one stays", () => {
  const find = watchedFields.find(({ name }) => name === "find");
  expect(find?.shows?.(state({}))).toBe(true);
  expect(offered("dashboardId", {})).toHaveLength(100);
  expect(offered("dashboardId", { find: " BOARD 133 " })).toEqual(["Dashboard 133"]);
  expect(offered("dashboardId", { find: "board 14", dashboardId: "d149" })).toContain("Dashboard 149");
  expect(offered("dashboardId", { find: "nothing", dashboardId: "d7" })).toEqual(["Dashboard 7"]);
  expect(offered("dashboardId", { dashboardId: "d149" })[0]).toBe("Dashboard 149");
});

test("the tiles are those of the chosen dashboard, each with a readable name", () => {
  expect(offered("tileId", { dashboardId: "d8" })).toEqual([]);
  expect(offered("tileId", { dashboardId: "d7" })[3]).toBe("Tile 4, without a name");
  expect(offered("tileId", { dashboardId: "d7", tileId: "t129" })[0]).toBe("Tile 129");
});
