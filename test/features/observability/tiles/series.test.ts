import { expect, test } from "vitest";
import { aggregationChoices, typeChoices } from "../../../../src/features/observability/tiles/series.ts";

const offered = typeChoices(undefined);

test("a series' present value is offered once, at its position in the list", () => {
  expect(typeChoices({ type: "number" })).toEqual(offered);
  expect(aggregationChoices({ aggFn: "p50" })).toEqual(aggregationChoices(undefined));
});

test("a series' present value that is not in the list is offered first", () => {
  expect(typeChoices({ type: "heatmap" })).toEqual([{ value: "heatmap", text: "heatmap" }, ...offered]);
});

test("a series without a type is offered only the list", () => {
  expect(typeChoices({ type: null })).toEqual(offered);
  expect(typeChoices({})).toEqual(offered);
});
