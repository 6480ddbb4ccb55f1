import { describe, expect, it, test } from "vitest";
import type { Tile } from "../../../../src/features/observability/alert-rules/format-watched.ts";
import {
  type Rule,
  formatInterval,
  formatAlertRule,
} from "../../../../src/features/observability/alert-rules/format-rule.ts";

const errors: Tile = {
  id: "t1",
  name: "Errors",
  series: [{ type: "number", dataSource: "events", aggFn: "count", where: "level:error" }],
};
const onTile: Rule = { source: "tile", threshold: 5, thresholdType: "above", interval: "5m" };
const onSearch: Rule = { ...onTile, source: "saved_search", savedSearchId: "65f2" };

test("a rule names its measure, its threshold and its interval", () => {
  expect(formatAlertRule(onTile, errors)).toBe("when count of `level:error` is 5 or more in 5 minutes");
});

describe("every kind of threshold has a text", () => {
  test.each<[Partial<Rule>, string, string]>([
    [{ thresholdType: "above" }, "is 5 or more", "finds 5 lines or more"],
    [{ thresholdType: "above_exclusive" }, "is more than 5", "finds more than 5 lines"],
    [{ thresholdType: "below" }, "is less than 5", "finds fewer than 5 lines"],
    [{ thresholdType: "below_or_equal" }, "is 5 or less", "finds 5 lines or fewer"],
    [{ thresholdType: "equal" }, "is exactly 5", "finds exactly 5 lines"],
    [{ thresholdType: "not_equal" }, "is anything but 5", "finds any number of lines but 5"],
    [{ thresholdType: "between", thresholdMax: 10 }, "is between 5 and 10", "finds between 5 and 10 lines"],
    [
      { thresholdType: "not_between", thresholdMax: 10 },
      "is outside 5 to 10",
      "finds a number of lines outside 5 to 10",
    ],
    [{ thresholdType: "between" }, "is `between` 5", "finds a number of lines that is `between` 5"],
    [{ thresholdType: "sideways" }, "is `sideways` 5", "finds a number of lines that is `sideways` 5"],
    [
      { thresholdType: "constructor" },
      "is `constructor` 5",
      "finds a number of lines that is `constructor` 5",
    ],
    [{ thresholdType: null }, "is compared with 5", "finds a number of lines that is compared with 5"],
    [
      { threshold: undefined },
      "is past an unknown threshold",
      "finds a number of lines that is past an unknown threshold",
    ],
    [{ threshold: 1 }, "is 1 or more", "finds 1 line or more"],
    [{ threshold: -0.05 }, "is -0.05 or more", "finds -0.05 lines or more"],
    [{ threshold: 2_000_000 }, "is 2,000,000 or more", "finds 2,000,000 lines or more"],
  ])("%j", (changes, ofValue, ofLines) => {
    expect(formatAlertRule({ ...onTile, ...changes }, errors)).toBe(
      `when count of \`level:error\` ${ofValue} in 5 minutes`,
    );
    expect(formatAlertRule({ ...onSearch, ...changes })).toBe(
      `when the saved search \`65f2\` ${ofLines} in 5 minutes`,
    );
  });
});

function series(...all: NonNullable<Tile["series"]>): Tile {
  return { ...errors, series: all };
}

function newer(config: object): Tile {
  return { name: "Errors", config };
}

describe("a tile is described only if its meaning is certain", () => {
  const rule = " is 5 or more in 5 minutes";
  test.each<[string, Tile | undefined, string]>([
    ["no filter", series({ aggFn: "count", where: "" }), "when count of everything"],
    ["a field", series({ aggFn: "p95", field: "duration", where: "" }), "when p95 of `duration`"],
    [
      "a field and a filter",
      series({ aggFn: "avg", field: "duration", where: "service:api" }),
      "when average of `duration` where `service:api`",
    ],
    [
      "an aggregation of an unknown field",
      series({ aggFn: "sum", where: "service:api" }),
      "when the value of “Errors”",
    ],
    [
      "a quantile",
      series({ aggFn: "quantile", level: 0.999, valueExpression: "Duration" }),
      "when p99.9 of `Duration`",
    ],
    [
      "an unknown aggregation",
      series({ aggFn: "spread", field: "duration", where: "" }),
      "when `spread` of `duration`",
    ],
    [
      "an unknown aggregation of an unknown field",
      series({ aggFn: "spread", where: "" }),
      "when the value of “Errors”",
    ],
    [
      "a metric, by its name",
      newer({ select: [{ aggFn: "avg", metricName: "system.cpu", metricType: "gauge" }] }),
      "when average of `system.cpu`",
    ],
    [
      "a metric with its values in a column",
      newer({
        select: [{ aggFn: "max", metricName: "system.cpu", valueExpression: "Value", where: "host:a" }],
      }),
      "when maximum of `system.cpu` where `host:a`",
    ],
    [
      "a formula",
      newer({ select: [{ aggFn: "count" }], formulas: [{ expression: "A * 2" }] }),
      "when the value of “Errors”",
    ],
    ["no formula", newer({ select: [{ aggFn: "count" }], formulas: [] }), "when count of everything"],
    [
      "a ratio of the newer shape",
      newer({ select: [{ aggFn: "count", where: "level:error" }, { aggFn: "count" }], asRatio: true }),
      "when the ratio of count of `level:error` to count of everything",
    ],
    ["an empty series", series({}), "when the value of “Errors”"],
    ["no series", series(), "when the value of “Errors”"],
    ["two series", series({ aggFn: "count" }, { aggFn: "max" }), "when the value of “Errors”"],
    [
      "a ratio",
      { ...series({ aggFn: "count", where: "level:error" }, { aggFn: "count" }), asRatio: true },
      "when the ratio of count of `level:error` to count of everything",
    ],
    [
      "the newer shape",
      {
        name: "Errors",
        config: {
          displayType: "line",
          select: [{ aggFn: "count", aggCondition: "level:error" }],
          where: "env:prod",
        },
      },
      "when count of `level:error` and `env:prod`",
    ],
    [
      "a newer shape in its own language",
      { name: "SQL", config: { select: "count()" } },
      "when the value of “SQL”",
    ],
    ["a tile without a name", { config: 7 }, "when its tile's value"],
    ["no tile", undefined, "when its tile's value"],
    [
      "a hostile filter",
      series({ aggFn: "count", where: "`<!channel>" }),
      "when count of `ˋ&lt;\u200b!channel&gt;`",
    ],
  ])("%s", (_, tile, words) => {
    expect(formatAlertRule(onTile, tile)).toBe(words + rule);
  });
});

/** A tile with these groups, of any type. */
function grouped(groupBy: unknown, isNewer = false): Tile {
  const series = [{ aggFn: "count", where: "a:b" }];
  if (isNewer) return { config: { select: series, groupBy } };
  // Servers may send other types than the contract allows.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { series: series.map((one) => ({ ...one, groupBy: groupBy as string[] })) };
}

describe("groups come last", () => {
  test.each<[string, Rule, Tile | undefined, string]>([
    ["of a list", onTile, grouped(["host"]), "`host`"],
    ["of several", onTile, grouped(["host", "pod"]), "`host` and `pod`"],
    ["of a text", onTile, grouped("host, pod"), "`host` and `pod`"],
    ["of the newer shape", onTile, grouped([{ valueExpression: "Service" }], true), "`Service`"],
    ["of a search", { ...onSearch, groupBy: "host" }, undefined, "`host`"],
  ])("%s", (_, rule, tile, groups) => {
    expect(formatAlertRule(rule, tile)).toMatch(new RegExp(`in 5 minutes, for any ${groups}$`));
  });
  it("and are omitted if there are none", () => {
    for (const none of [[], "", null, 7, [7]]) {
      expect(formatAlertRule(onTile, grouped(none))).toBe("when count of `a:b` is 5 or more in 5 minutes");
      expect(formatAlertRule(onTile, grouped(none, true))).toBe(
        "when count of `a:b` is 5 or more in 5 minutes",
      );
    }
  });
});

test("unknown parts of a rule are omitted", () => {
  expect(formatAlertRule({})).toBe("when its value is past an unknown threshold");
  expect(formatAlertRule({ ...onSearch, savedSearchId: null, interval: null })).toBe(
    "when the saved search finds 5 lines or more",
  );
  expect(formatAlertRule({ ...onTile, source: "inline" })).toBe("when its value is 5 or more in 5 minutes");
  expect(formatAlertRule({ ...onSearch, source: null, savedSearchId: null, savedSearch: "65f3" })).toContain(
    "the saved search `65f3`",
  );
});

test.each([
  ["1m", "1 minute"],
  ["5m", "5 minutes"],
  ["90s", "90 seconds"],
  ["1h", "1 hour"],
  ["12h", "12 hours"],
  ["1d", "1 day"],
  [" 2 H ", "2 hours"],
  ["now and then", "`now and then`"],
  ["5y", "`5y`"],
  ["", "``"],
])("the interval %j is %s", (interval, words) => {
  expect(formatInterval(interval)).toBe(words);
});
