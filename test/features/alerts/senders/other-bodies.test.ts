import { describe, expect, it } from "vitest";
import { read, readOne, structured } from "./bodies.ts";

describe("a mapping", () => {
  const mapping = {
    title: "check.name",
    body: "check.output",
    state: "check.state",
    key: "entity.id",
    link: "links.0.href",
    group: "entity.name",
    severity: "check.annotations.io.example/severity",
  };
  const body = {
    check: {
      name: "Disk",
      output: "97% full",
      state: "firing",
      annotations: { "io.example/severity": "P2" },
    },
    entity: { id: 42, name: "db-1" },
    links: [{ href: "https://a.example.com/" }],
  };

  it("reads its paths through lists and names with dots", () => {
    expect(read(body, mapping)).toEqual([
      {
        sender: "mapped",
        key: "id:42",
        title: "Disk",
        alertName: "Disk",
        body: "97% full",
        group: "db-1",
        severity: "error",
        state: "firing",
        stateWord: "firing",
        link: "https://a.example.com/",
      },
    ]);
  });

  it("wins over the shape of the body, but skips a body without its title", () => {
    expect(readOne(structured, { title: "state" })).toMatchObject({ sender: "mapped", title: "ALERT" });
    expect(readOne(structured, mapping).sender).toBe("structured");
    expect(readOne(structured, { title: "__proto__.constructor.name" }).sender).toBe("structured");
  });

  it("reads a boolean as its word, which is unclear", () => {
    const read = readOne({ check: { name: "Disk", state: false } }, mapping);
    expect(read).toMatchObject({ state: "unclear", stateWord: "false" });
  });

  it("skips values of another type", () => {
    const odd = { check: { name: "Disk", output: { a: 1 }, state: ["x"] }, entity: true, links: {} };
    expect(readOne(odd, mapping)).toMatchObject({
      title: "Disk",
      body: "",
      state: "unclear",
      key: "name:disk|",
    });
  });
});

describe("other JSON", () => {
  it.each([
    ["a name", { name: "Disk" }, { title: "Disk", key: "name:disk|", state: "unclear" }],
    [
      "a message and a state",
      { message: "Disk full", status: "resolved", host: "db-1", level: "warn", url: "https://a.example.com" },
      {
        title: "Disk full",
        state: "resolved",
        group: "db-1",
        severity: "warning",
        link: "https://a.example.com/",
      },
    ],
    [
      "a title with the state",
      { title: "[P1] [Triggered] Disk at 93.2%", text: "more" },
      {
        title: "[P1] Disk at 93.2%",
        alertName: "[P1] Disk",
        body: "more",
        state: "firing",
        stateWord: "Triggered",
      },
    ],
    [
      "an alarm in capital names",
      {
        AlarmName: "CPU",
        NewStateValue: "ALARM",
        NewStateReason: "Too high",
        StateChangeTime: "2026-11-03T14:00:00.000+0000",
      },
      { title: "CPU", state: "firing", body: "Too high", atMs: Date.parse("2026-11-03T14:00:00Z") },
    ],
    [
      "an action and a payload",
      {
        routing_key: "r",
        event_action: "resolve",
        dedup_key: "d1",
        payload: { summary: "Disk full", source: "db-1", severity: "critical" },
      },
      { title: "Disk full", key: "id:d1", state: "resolved", group: "db-1", severity: "critical" },
    ],
    [
      "an event around it",
      {
        event: {
          event_type: "incident.triggered",
          data: { type: "incident", title: "Disk", html_url: "https://a.example.com/i" },
        },
      },
      { title: "Disk", state: "firing", link: "https://a.example.com/i" },
    ],
    [
      "a monitor beside it",
      {
        heartbeat: { status: 0, time: "2026-11-03 14:00:00" },
        monitor: { name: "Shop" },
        msg: "[Shop] [🔴 Down] timeout",
      },
      { title: "Shop", body: "[Shop] [🔴 Down] timeout", atMs: Date.parse("2026-11-03T14:00:00Z") },
    ],
    [
      "an event with the state in its name",
      {
        event: "alert.resolved",
        alert: { id: "x", name: "Latency", severity: "warning" },
        timestamp: "2026-11-03T14:00:00Z",
      },
      { title: "Latency", state: "resolved", stateWord: "alert.resolved", severity: "warning" },
    ],
    [
      "a type that is not a state",
      { title: "Disk", type: "incident", action: "updated" },
      { state: "unclear", stateWord: undefined },
    ],
  ])("with %s is read leniently", (_, body, expected) => {
    expect(readOne(body)).toMatchObject({ sender: "other JSON", ...expected });
  });

  it("with a list of alerts gives an event for each", () => {
    const events = read({
      source: "x",
      alerts: [
        { name: "A", state: "firing" },
        { name: "B", state: "ok" },
      ],
    });
    expect(events.map(({ title, state }) => `${title} ${state}`)).toEqual(["A firing", "B resolved"]);
  });
});

describe("JSON around JSON", () => {
  it("in a text is read as its content", () => {
    const events = read(structured);
    expect(read(JSON.stringify(JSON.stringify(structured)))).toEqual(events);
    expect(read(`\ufeff ${JSON.stringify(structured)}\n`)).toEqual(events);
  });

  it("in a list is read item by item, with one event for all unreadable items", () => {
    const events = read([structured, 7, { name: "Disk" }, { a: 1 }]);
    expect(events.map(({ sender }) => sender)).toEqual(["structured", "other JSON", "unreadable"]);
    expect(events[2]?.body).toBe('[7,{"a":1}]');
  });
});
