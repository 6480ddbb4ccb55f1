import { describe, expect, test } from "vitest";
import {
  Alert,
  AlertCreation,
  AlertUpdate,
  StandaloneAlertCreation,
  alertChannels,
  alertDashboardId,
  alertIntervals,
  alertThresholdTypes,
} from "../../../../src/platform/cloud/observability/alert.ts";
import { closestIssues } from "../../../../src/platform/cloud/transport/outgoing.ts";
import { Dashboard, DashboardContent } from "../../../../src/platform/cloud/observability/dashboard.ts";

const creation = {
  dashboardId: "d",
  tileId: "t",
  threshold: 100,
  interval: "1h",
  source: "tile",
  thresholdType: "above",
  channel: { type: "webhook", webhookId: "w" },
  name: "Errors",
  message: "Too many errors",
};

describe("creating an alert", () => {
  test("takes exactly the nine fields of the specification", () => {
    expect(AlertCreation.parse(creation)).toEqual(creation);
    expect(Object.keys(AlertCreation.shape)).toHaveLength(9);
    expect(AlertCreation.safeParse({ ...creation, team: "t" }).success).toBe(false);
  });

  test.each(Object.keys(creation))("needs %s", (field) => {
    expect(AlertCreation.safeParse({ ...creation, [field]: undefined }).success).toBe(false);
  });

  test("takes the values seen on running servers, and others of the same form", () => {
    for (const interval of [...alertIntervals, "2d"]) AlertCreation.parse({ ...creation, interval });
    for (const thresholdType of alertThresholdTypes) AlertCreation.parse({ ...creation, thresholdType });
    for (const source of ["tile", "saved_search"]) AlertCreation.parse({ ...creation, source });
    expect(AlertCreation.safeParse({ ...creation, interval: "hourly" }).error?.issues[0]?.message).toBe(
      "Interval must be a number and a unit, such as 5m or 1h",
    );
  });
});

describe("creating an alert on a stand-alone server", () => {
  const { dashboardId: _, tileId: __, ...common } = creation;
  const ofSearch = { ...common, source: "saved_search", savedSearchId: "s" };

  test.each([
    ["the nine fields", creation],
    ["a saved search in place of dashboard and tile", ofSearch],
    ["a saved search with groups", { ...ofSearch, groupBy: "host" }],
    ["two thresholds", { ...creation, thresholdType: "between", thresholdMax: 200 }],
    ["two thresholds of a saved search", { ...ofSearch, thresholdType: "not_between", thresholdMax: 200 }],
  ])("takes %s", (_name, body) => {
    expect(StandaloneAlertCreation.parse(body)).toEqual(body);
  });

  test.each([
    ["dashboard and saved search at once", { ...creation, savedSearchId: "s" }, ""],
    ["a saved search without its id", { ...common, source: "saved_search" }, "savedSearchId"],
    ["no upper threshold", { ...creation, thresholdType: "between" }, "thresholdMax"],
    ["the upper threshold below", { ...ofSearch, thresholdType: "between", thresholdMax: 5 }, "thresholdMax"],
    ["a saved search's alert without a name", { ...ofSearch, name: undefined }, "name"],
    ["a tile's alert without a name", { ...creation, name: undefined }, "name"],
  ])("does not take %s, and names the problem in the closest shape", (_name, body, field) => {
    const { error } = StandaloneAlertCreation.safeParse(body);
    expect(error && closestIssues(error).map(({ path }) => path.join("."))).toEqual([field]);
  });
});

describe("reading an alert", () => {
  test("dashboard and channel are found under the specification's names", () => {
    const alert = Alert.parse({
      id: "a",
      dashboard: "d",
      channel: { type: "webhook", webhookId: "w" },
    });
    expect(alertDashboardId(alert)).toBe("d");
    expect(alertChannels(alert)).toEqual([{ type: "webhook", webhookId: "w" }]);
  });

  test("both are found under the names of newer servers", () => {
    const alert = Alert.parse({
      id: "a",
      dashboardId: "d",
      channels: [{ type: "email", to: "x" }],
    });
    expect(alertDashboardId(alert)).toBe("d");
    expect(alertChannels(alert)).toEqual([{ type: "email", to: "x" }]);
  });

  test("an alert of a saved search has no dashboard and may have no channel", () => {
    const alert = Alert.parse({ id: "a", savedSearchId: "s", dashboard: null, channel: null });
    expect([alertDashboardId(alert), alertChannels(alert)]).toEqual([undefined, []]);
  });

  test("an update writes back everything that was read", () => {
    const read = {
      id: "a",
      threshold: 5,
      thresholdMax: null,
      silenced: { at: "now" },
      state: "PENDING",
    };
    expect(AlertUpdate.parse(Alert.parse(read))).toEqual(read);
  });
});

describe("dashboards", () => {
  test("series of older servers, config of newer ones and unknown fields all survive a read and a write", () => {
    const dashboard = {
      id: "d",
      name: "API",
      tags: ["prod"],
      filters: [{ field: "env" }],
      tiles: [
        {
          id: "1",
          name: "Old",
          x: 0,
          y: 0,
          w: 6,
          h: 3,
          asRatio: false,
          series: [{ type: "time", groupBy: [] }],
        },
        { id: "2", x: 6, config: { displayType: "line", select: [{ aggFn: "p95" }] } },
        {
          name: "New",
          series: [{ type: "time", groupBy: [{ valueExpression: "host" }, "pod"] }],
        },
        {
          name: "Number",
          series: [{ type: "number", dataSource: "events", aggFn: "count", where: "level:error" }],
        },
      ],
    };
    expect(DashboardContent.parse(Dashboard.parse(dashboard))).toEqual(dashboard);
  });
});
