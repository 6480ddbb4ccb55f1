import { expect, test } from "vitest";
import { altTextOf } from "../../../../src/platform/pictures/alt-text.ts";
import { checkout, dashboardOf, tileOf } from "./tiles.ts";

test("the alternative text has each tile's number, name, type, what it shows and its alert", () => {
  expect(altTextOf(checkout)).toBe(
    "Dashboard “Checkout”: 6 tiles, 2 with an alert, 1 of them firing. " +
      "1 Errors (line chart, alert firing); " +
      "2 Requests a minute (bars); " +
      "3 Failed payments (number, alert); " +
      "4 Slowest endpoints (table, highlighted); " +
      "5 What to do (text); " +
      "6 Latest errors (search).",
  );
});

test("the only alert is named as firing", () => {
  expect(altTextOf(dashboardOf([tileOf(1, "注文", [2, 0, 1, 1], { alerting: "firing" })], ""))).toBe(
    "Dashboard “unnamed”: 1 tile, 1 with an alert, firing. 1 注文 (line chart, alert firing).",
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
