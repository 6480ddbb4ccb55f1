import { expect, test } from "vitest";
import { altTextOf } from "../../../../src/platform/pictures/alt-text.ts";
import { checkout, dashboardOf, tileOf } from "./tiles.ts";

test("the alternative text has each tile's number, name, type, cells and alert", () => {
  expect(altTextOf(checkout)).toBe(
    "Dashboard “Checkout”: 6 tiles, 2 with an alert, 1 of them firing. " +
      "1 Errors (line chart, columns 1 to 6, rows 1 to 3, alert firing); " +
      "2 Requests a minute (bars, columns 7 to 12, rows 1 to 3); " +
      "3 Failed payments (number, columns 1 to 3, rows 4 to 5, alert); " +
      "4 Slowest endpoints (table, columns 4 to 8, rows 4 to 5, highlighted); " +
      "5 What to do (text, columns 9 to 12, rows 4 to 5); " +
      "6 Latest errors (search, columns 1 to 8, rows 6 to 8).",
  );
});

test("one tile, one column and one row are named as one, and the only alert as firing", () => {
  expect(altTextOf(dashboardOf([tileOf(1, "注文", [2, 0, 1, 1], { alerting: "firing" })], ""))).toBe(
    "Dashboard “unnamed”: 1 tile, 1 with an alert, firing. 1 注文 (line chart, column 3, row 1, alert firing).",
  );
});

test("tiles that do not fit, are not drawn or lie under others are counted", () => {
  const tiles = Array.from({ length: 70 }, (_, index) =>
    tileOf(index + 1, "A name that takes its room", [
      (index % 4) * 3,
      index === 69 ? 0 : Math.floor(index / 4),
      3,
      1,
    ]),
  );
  const words = altTextOf(dashboardOf(tiles));
  expect(words.length).toBeLessThanOrEqual(2000);
  expect(words).toMatch(
    /; and \d+ more tiles in the picture\. \d+ more tiles further down are not drawn and 1 tile lies partly under others\.$/,
  );
});
