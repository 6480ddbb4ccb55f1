import * as fc from "fast-check";
import type { TileFacts, TilesFacts } from "../../../../src/platform/pictures/facts.ts";
import { unicodeText } from "../../../support/unicode-text.ts";

/** A tile at `[x, y, w, h]` in cells. */
export function tileOf(
  number: number,
  name: string,
  [x, y, w, h]: readonly (number | null | undefined)[],
  more: Partial<TileFacts> = {},
): TileFacts {
  return { number, name, type: "time", x, y, w, h, ...more };
}

/** A dashboard of these tiles, called Checkout. */
export function dashboardOf(tiles: readonly TileFacts[], title = "Checkout"): TilesFacts {
  return { kind: "tiles", title, tiles };
}

/** Six tiles of six kinds, with two alerts, in a grid of 12 columns. */
export const checkout = dashboardOf([
  tileOf(1, "Errors", [0, 0, 6, 3], { alerting: "firing" }),
  tileOf(2, "Requests a minute", [6, 0, 6, 3], { type: "stacked_bar" }),
  tileOf(3, "Failed payments", [0, 3, 3, 2], { type: "number", alerting: "quiet" }),
  tileOf(4, "Slowest endpoints", [3, 3, 5, 2], { type: "table", highlighted: true }),
  tileOf(5, "What to do", [8, 3, 4, 2], { type: "markdown" }),
  tileOf(6, "Latest errors", [0, 5, 8, 3], { type: "search" }),
]);

const cells = fc.oneof(
  fc.integer({ min: -3, max: 30 }),
  fc.double(),
  fc.constantFrom(1e6, -1e6, Number.MAX_VALUE, Number.NaN, Infinity, -Infinity, null, undefined),
);

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 150 }),
  unicodeText({ maxLength: 150 }),
  fc.constantFrom(
    "",
    "\uD800",
    "<![CDATA[",
    "\u0000",
    "&#x0;",
    "</text>",
    "a\u0301".repeat(200),
    "W ".repeat(99),
  ),
);

const anyTile: fc.Arbitrary<TileFacts> = fc.record({
  number: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.double()),
  name: text,
  type: fc.oneof(
    fc.constantFrom("time", "number", "table", "markdown", "search", "pie", "constructor"),
    text,
  ),
  x: cells,
  y: cells,
  w: cells,
  h: cells,
  highlighted: fc.boolean(),
  alerting: fc.constantFrom("firing", "quiet", undefined),
});

/** Any facts that a server may send. */
export const anyDashboard: fc.Arbitrary<TilesFacts> = fc.record({
  kind: fc.constant("tiles"),
  title: text,
  tiles: fc.array(anyTile, { minLength: 1, maxLength: 90 }),
});
