import { expect, test } from "vitest";
import { aggregationChoices, typeChoices } from "../../../../src/features/observability/tiles/series.ts";

const offered = typeChoices(undefined);

test("what a series has is offered once, where it stands in the list and by its own words", () => {
  expect(typeChoices({ type: "number" })).toEqual(offered);
  expect(aggregationChoices({ aggFn: "p50" })).toEqual(aggregationChoices(undefined));
});

test("what a series has and the list has not is offered first", () => {
  expect(typeChoices({ type: "heatmap" })).toEqual([{ value: "heatmap", text: "heatmap" }, ...offered]);
});

test("a series without a type is offered the list alone", () => {
  expect(typeChoices({ type: null })).toEqual(offered);
  expect(typeChoices({})).toEqual(offered);
});
