import { describe, expect, it } from "vitest";
import { alertmanagerAlert, incidentTool, readOne, structured } from "./bodies.ts";

const like = (changes: object) => readOne({ ...structured, ...changes });

describe("a link", () => {
  it.each([
    ["https://a.example.com/x?b=1", "https://a.example.com/x?b=1"],
    ["HTTP://a.example.com", "http://a.example.com/"],
    ["https://a.example.com/<b> |c>", "https://a.example.com/%3Cb%3E%20%7Cc%3E"],
    ["javascript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["/relative", undefined],
    ["https://", undefined],
    [`https://a.example.com/${"x".repeat(3_000)}`, undefined],
    [{ href: "https://a.example.com" }, undefined],
  ])("%j is %j", (link, expected) => {
    expect(like({ link }).link).toBe(expected);
  });

  it.each([
    ["https://o.example.com/base/search/abc", { savedSearchId: "abc" }],
    ["https://o.example.com/dashboards/d1", { dashboardId: "d1" }],
    ["https://o.example.com/dashboards/d1?a=1&highlightedTileId=t1#x", { dashboardId: "d1", tileId: "t1" }],
    ["https://o.example.com/search?from=1", undefined],
  ])("%j gives the origin of the alert", (link, origin) => {
    expect(like({ link }).origin).toEqual(origin);
  });
});

describe("a time", () => {
  const atMs = Date.parse("2026-11-03T14:05:00Z");

  it.each([
    [atMs],
    [String(atMs)],
    [atMs / 1_000],
    [`${atMs / 1_000}.000`],
    [`${atMs}000`],
    [`${atMs}000000`],
    ["2026-11-03T14:05:00Z"],
    ["2026-11-03T14:05:00.000000000Z"],
    ["2026-11-03T15:05:00+0100"],
    ["2026-11-03 14:05:00"],
    ["2026-11-03 14:05:00 UTC"],
  ])("is read from %j", (endTime) => {
    expect(like({ startTime: "", endTime }).atMs).toBe(atMs);
  });

  it.each([
    [0],
    [-1],
    ["soon"],
    ["0001-01-01T00:00:00Z"],
    ["2026-13-45T00:00:00Z"],
    [1e300],
    [1793714700000000000000],
    [null],
    [{}],
    ["2026-11-04T14:05:02Z"],
  ])("is none from %j", (endTime) => {
    expect(like({ endTime })).toMatchObject({
      endsAtMs: undefined,
      windowMs: undefined,
      atMs: 1_793_714_400_000,
    });
  });

  it("of a window that ends before it begins gives no window", () => {
    expect(like({ startTime: structured.endTime, endTime: structured.startTime }).windowMs).toBeUndefined();
  });
});

describe("a key", () => {
  it("without an id is the alert's name and group in any case", () => {
    expect(like({ eventId: "", title: " disk  FULL ", groupKey: "Host:A" }).key).toBe(
      "name:disk full|host:a",
    );
  });

  it("has a limited length, and is different for different long ids", () => {
    const [one, other] = ["a", "b"].map((last) => like({ eventId: `${"x".repeat(600)}${last}` }).key);
    expect(one).toMatch(/^id:#[\da-f]{64}$/);
    expect(other).not.toBe(one);
  });
});

describe("the runbook of an alert", () => {
  const alert = { title: "Disk", status: "firing" };
  const address = "https://runbooks.example.com/disk";
  it.each([
    ["an annotation", alertmanagerAlert, "https://runbooks.example.com/cpu"],
    ["a field", { ...alert, runbook_url: address }, address],
    ["metadata", { ...incidentTool, metadata: { runbook: address } }, address],
    ["a line of the body", { ...alert, message: `97% full\nRunbook: ${address}.` }, address],
    ["a line in mrkdwn", { ...alert, message: `*Playbook* <${address}>` }, address],
    ["no address", { ...alert, message: "Runbook: ask Ada" }, undefined],
    ["another scheme", { ...alert, runbook: "javascript:alert(1)" }, undefined],
  ])("comes from %s", (_, body, runbook) => expect(readOne(body).runbook).toBe(runbook));
});
