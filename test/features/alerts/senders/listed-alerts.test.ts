import { describe, expect, it } from "vitest";
import { alertmanager, alertmanagerAlert, grafana, read, readOne } from "./bodies.ts";

const alerts = (length: number) =>
  Array.from({ length }, (_, n) => ({ fingerprint: `f${n}`, labels: { alertname: "A" } }));

function keyOf(annotations: object): string {
  const alert = { ...alertmanagerAlert, fingerprint: undefined, annotations };
  return readOne({ ...alertmanager, alerts: [alert] }).key;
}

describe("Alertmanager's webhook", () => {
  it("is an event for each of its alerts", () => {
    const [firing, resolved, ...more] = read(alertmanager);
    expect(firing).toEqual({
      sender: "alertmanager",
      key: "id:c6eadffa33fcdf37",
      title: "HighCPU: CPU of db-1 is at 97%",
      alertName: "HighCPU",
      body: "It has been so for 10 minutes.\nrunbook_url: https://runbooks.example.com/cpu",
      group: "instance:db-1:9100, job:node",
      severity: "critical",
      state: "firing",
      stateWord: "firing",
      link: "https://prometheus.example.com/graph?g0.expr=up+%3E+0&g0.tab=1",
      runbook: "https://runbooks.example.com/cpu",
      silenceLink:
        "https://alertmanager.example.com/#/silences/new?filter=%7Balertname%3D%22HighCPU%22%2Cseverity%3D%22critical%22%2Cinstance%3D%22db-1%3A9100%22%2Cjob%3D%22node%22%7D",
      startsAtMs: Date.parse("2026-11-03T14:00:00.157Z"),
      atMs: Date.parse("2026-11-03T14:00:00.157Z"),
    });
    expect(resolved).toMatchObject({
      key: "id:bc97ff14869b13e3",
      state: "resolved",
      endsAtMs: Date.parse("2026-11-03T14:03:00Z"),
      atMs: Date.parse("2026-11-03T14:03:00Z"),
    });
    expect(more).toEqual([]);
  });

  it("has no end while it fires", () => {
    const event = readOne({ alerts: [{ ...alertmanagerAlert, endsAt: "2026-11-03T14:09:00Z" }] });
    expect(event.endsAtMs).toBeUndefined();
  });

  it.each([
    ["no fingerprint", { fingerprint: undefined }, { key: "name:highcpu|instance:db-1:9100, job:node" }],
    ["no annotations", { annotations: {} }, { title: "HighCPU", body: "" }],
    ["a message alone", { annotations: { message: "It is hot." } }, { title: "HighCPU", body: "It is hot." }],
    ["no address of a host", { generatorURL: "/graph?g0.expr=up" }, { link: undefined }],
    [
      "no labels",
      { labels: null, annotations: "?" },
      { title: "An alert without a title", key: "id:c6eadffa33fcdf37" },
    ],
    ["no state of its own", { status: undefined }, { state: "firing" }],
    ["a suppressed state", { status: "suppressed" }, { state: "unclear", stateWord: "suppressed" }],
  ])("is read with %s", (_, changes, expected) => {
    expect(readOne({ ...alertmanager, alerts: [{ ...alertmanagerAlert, ...changes }] })).toMatchObject(
      expected,
    );
  });

  it.each([
    ["Something is wrong on db-1", "DiskWillFill: Something is wrong on db-1"],
    ["DiskWillFill on db-1", "DiskWillFill on db-1"],
    ["Disk will fill on db-1", "Disk will fill on db-1"],
    ["[FIRING:1] Something is wrong", "DiskWillFill: Something is wrong"],
    ["DiskWillFill", "DiskWillFill"],
    ["", "DiskWillFill"],
  ])("puts the rule's name before the summary “%s”, but not twice", (summary, title) => {
    const alert = {
      ...alertmanagerAlert,
      labels: { alertname: "DiskWillFill", instance: "db-1" },
      annotations: { summary },
    };
    expect(readOne({ ...alertmanager, alerts: [alert] })).toMatchObject({ title, alertName: "DiskWillFill" });
  });

  it("has the same key with and without a summary, so an open alert stays the same", () => {
    expect(keyOf({ summary: "It is hot." })).toBe(keyOf({}));
    expect(keyOf({})).toBe("name:highcpu|instance:db-1:9100, job:node");
  });

  it("is also read as single alerts", () => {
    expect(readOne(alertmanagerAlert)).toMatchObject({ sender: "alertmanager", key: "id:c6eadffa33fcdf37" });
    expect(read([alertmanagerAlert, alertmanagerAlert])).toHaveLength(2);
  });

  it("shows how many alerts its sender left out", () => {
    const [first, second] = read({ ...alertmanager, truncatedAlerts: 3 });
    expect(first?.body).toMatch(/\nThe sender left out 3 more of these alerts\.$/);
    expect(second?.body).not.toMatch(/left out/);
  });

  it("is read with thousands of alerts, but not with more than 5,000", () => {
    expect(read({ alerts: alerts(5_000) })).toHaveLength(5_000);
    expect(readOne({ alerts: alerts(5_001) })).toMatchObject({
      isUnreadable: true,
      title: "A delivery that holds too many alerts",
    });
  });
});

describe("Grafana's webhook", () => {
  it("is read whole", () => {
    expect(read(grafana)).toEqual([
      {
        sender: "grafana",
        key: "id:d7eadffa33fcdf38",
        title: "High memory: Memory of zone us-1 is high",
        alertName: "High memory",
        body: "",
        group: "team:blue, zone:us-1",
        state: "firing",
        stateWord: "firing",
        link: "https://grafana.example.com/d/abc?orgId=1&viewPanel=2",
        silenceLink:
          "https://grafana.example.com/alerting/silence/new?alertmanager=grafana&matcher=team%3Dblue",
        value: "B = 44.2394, C = 1",
        startsAtMs: Date.parse("2026-11-03T14:00:00Z"),
        atMs: Date.parse("2026-11-03T14:00:00Z"),
      },
    ]);
  });

  const [alert] = grafana.alerts;

  it.each([
    [
      "no dashboard",
      { dashboardURL: "", panelURL: "" },
      { link: "https://grafana.example.com/alerting/grafana/x/view?orgId=1" },
    ],
    ["one value", { values: { A: 1e-7 } }, { value: "1e-7" }],
    ["no values", { values: null }, { value: undefined }],
    [
      "a rule without data",
      { labels: { alertname: "DatasourceNoData", rulename: "High memory" }, annotations: {} },
      { title: "DatasourceNoData: High memory", alertName: "DatasourceNoData" },
    ],
    [
      "a rule without data, with a summary",
      {
        labels: { alertname: "DatasourceNoData", rulename: "High memory" },
        annotations: { summary: "Memory of zone us-1 is high" },
      },
      { title: "DatasourceNoData: High memory: Memory of zone us-1 is high" },
    ],
    [
      "a test",
      {
        labels: { alertname: "TestAlert", instance: "Grafana" },
        annotations: { summary: "Notification test" },
      },
      { isTest: true, title: "TestAlert: Notification test" },
    ],
  ])("is read with %s", (_, changes, expected) => {
    expect(readOne({ ...grafana, alerts: [{ ...alert, ...changes }] })).toMatchObject(expected);
  });

  it("of the old shape, before Alertmanager's, is read leniently", () => {
    const body = {
      title: "[Alerting] Panel Title alert",
      ruleId: 7,
      ruleName: "Panel Title alert",
      state: "alerting",
      evalMatches: [{ value: 100, metric: "High value", tags: null }],
      orgId: 1,
      dashboardId: 1,
      tags: {},
      ruleUrl: "https://grafana.example.com/d/abc",
      message: "Too high.",
    };
    expect(readOne(body)).toMatchObject({
      sender: "other JSON",
      key: "id:7",
      title: "Panel Title alert",
      body: "Too high.",
      state: "firing",
      link: "https://grafana.example.com/d/abc",
    });
    expect(readOne({ ...body, state: "ok", title: "[OK] Panel Title alert" })).toMatchObject({
      key: "id:7",
      state: "resolved",
    });
  });
});
