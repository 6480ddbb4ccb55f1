import { describe, expect, it } from "vitest";
import * as bodies from "./bodies.ts";
import { links, read, readOne } from "./bodies.ts";

const window = {
  startsAtMs: 1_793_714_400_000,
  endsAtMs: 1_793_714_700_000,
  windowMs: 300_000,
  atMs: 1_793_714_700_000,
};

describe("the structured body", () => {
  it("is read whole", () => {
    expect(read(bodies.structured)).toEqual([
      {
        sender: "structured",
        key: "id:9a8b7c6d5e4f30211203f4e5d6c7b8a99a8b7c6d",
        title: 'Alert for "p95 latency (ms)" in "API Monitoring" - 2432 meets or exceeds 2000',
        alertName: "p95 latency (ms) in API Monitoring",
        body: "2432 meets or exceeds 2000\nTime Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)",
        group: "ServiceName:api, Environment:prod",
        state: "firing",
        stateWord: "ALERT",
        link: links.dashboard,
        value: "2432",
        threshold: "2000",
        ...window,
        origin: { dashboardId: "65f5e4a3b9e77c001a567890", tileId: "65f5e4a3b9e77c001a901234" },
      },
    ]);
  });

  it("has the same key in every state and window", () => {
    const resolved = {
      ...bodies.structured,
      state: "OK",
      title: '✅ Alert for "p95 latency (ms)" in "API Monitoring" - 12 falls below 2000',
      body: 'Group: "ServiceName:api, Environment:prod" - The alert has been resolved.\nTime Range (UTC): [later)\n',
      startTime: 1_793_715_000_000,
      endTime: 1_793_715_300_000,
    };
    expect(readOne(resolved)).toMatchObject({
      key: readOne(bodies.structured).key,
      alertName: "p95 latency (ms) in API Monitoring",
      group: "ServiceName:api, Environment:prod",
      body: "The alert has been resolved.\nTime Range (UTC): [later)",
      state: "resolved",
      value: "12",
      threshold: "2000",
      atMs: 1_793_715_300_000,
    });
  });

  it("prefers the newer variables to the words", () => {
    const event = readOne({
      ...bodies.structured,
      alertId: "65f5e4a3b9e77c001a999999",
      status: "firing",
      alertType: "tile",
      comparator: "between",
      threshold: 5,
      thresholdMax: "7",
      value: 6.5,
      groupKey: "Service:web",
      teamId: "t1",
      note: "See the runbook.",
      startTimeISO: "2026-11-03T14:00:00.000Z",
      endTimeISO: "2026-11-03T14:05:00.000Z",
    });
    expect(event).toMatchObject({ value: "6.5", threshold: "5 to 7", group: "Service:web", ...window });
    expect(event.body).toMatch(/^2432 meets[^]*\nSee the runbook\.$/);
    expect(event.origin).toMatchObject({ alertId: "65f5e4a3b9e77c001a999999" });
  });

  it.each([
    ["names in another case", { EVENTID: "e", STATE: "ok", Title: "t" }, { key: "id:e", state: "resolved" }],
    ["empty variables", { eventId: "e", state: "", title: "t", startTime: "" }, { state: "unclear" }],
    [
      "a status alone",
      { eventId: "e", status: "no_data", title: "t" },
      { state: "unclear", stateWord: "no_data" },
    ],
    [
      "a state that is less clear than the status",
      { eventId: "e", state: "x", status: "firing", title: "t" },
      { state: "firing", stateWord: "firing" },
    ],
    [
      "ISO times alone",
      { eventId: "e", state: "ALERT", title: "t", endTimeISO: "2026-11-03T14:05:00Z" },
      { atMs: 1_793_714_700_000 },
    ],
    ["no title", { eventId: "e", state: "OK" }, { title: "An alert without a title", state: "resolved" }],
    ["no event id", { state: "OK", title: "Disk", link: "https://a.example.com/" }, { key: "name:disk|" }],
  ])("is read with %s", (_, body, expected) => {
    expect(readOne(body)).toMatchObject({ sender: "structured", ...expected });
  });

  it("is read if unquoted numbers were left empty, which is not JSON", () => {
    const broken =
      '{"eventId":"e1","state":"ALERT","title":"Say \\"startTime\\": , twice","startTime": , "endTime": 1793714700000, "value":}';
    expect(readOne(broken)).toMatchObject({
      sender: "structured",
      key: "id:e1",
      title: 'Say "startTime": , twice',
      atMs: 1_793_714_700_000,
    });
  });

  it.each([
    ["state alone", { body: "x", state: "INSUFFICIENT_DATA", link: "https://a.example.com/" }],
    ["event id", { ...bodies.structured, eventId: "test-event-id" }],
    ["title", { ...bodies.structured, title: 'Test Webhook from "x"' }],
  ])("is a test if its %s says so", (_, body) => {
    expect(readOne(body).isTest).toBe(true);
    expect(readOne(bodies.structured).isTest).toBeUndefined();
  });

  it("is not a test if an alert with an id has lost its data", () => {
    const body = { ...bodies.structured, state: "INSUFFICIENT_DATA", status: "no_data" };
    expect(readOne(body)).toMatchObject({ state: "unclear", stateWord: "INSUFFICIENT_DATA" });
    expect(readOne(body).isTest).toBeUndefined();
  });
});

describe("the default text", () => {
  it("is read whole", () => {
    expect(readOne(bodies.defaultFiring)).toEqual({
      sender: "default text",
      key: "id:3f1b0c5a9d2e47e6b8a1c0d4e5f60718293a4b5c",
      title: 'Alert for "Checkout errors" - 12 lines found',
      alertName: "Checkout errors",
      body: '12 lines found, which meets or exceeds the threshold of 5 lines\nTime Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)\n\n```\n"2026-11-03 14:04:58.120","checkout","error","gateway timeout order=8841 <!channel> & co"\n```',
      state: "firing",
      stateWord: "ALERT",
      link: links.search,
      value: "12",
      threshold: "5",
      ...window,
      origin: { savedSearchId: "65f5e4a3b9e77c001a345001" },
    });
    expect(readOne(bodies.defaultResolved)).toMatchObject({
      key: "id:3f1b0c5a9d2e47e6b8a1c0d4e5f60718293a4b5c",
      alertName: "Checkout errors",
      state: "resolved",
      value: "0",
    });
  });

  const tail = `${links.search} | ALERT | 1793714400000 | 1793714700000 | id1`;

  it.each([
    ['🚨 Alert for "a | b" - 3 lines found', "\n3 lines found | and more", "a | b"],
    ['🚨 Alert for "a | b" in "c | d" - 3 exceeds 2', 'Group: "x | y"\n3 exceeds 2', "a | b in c | d"],
    ['✅ Alert for "a | b" - 3 lines found', "The alert has been resolved.\n | ", "a | b"],
    ["Plain", "one | two | three", "Plain"],
    ["Plain", "", "Plain"],
  ])("splits the title %j from the body %j", (title, body, alertName) => {
    const event = readOne({ text: `${title} | ${body} | ${tail}` });
    expect(event).toMatchObject({ sender: "default text", key: "id:id1", alertName });
    expect(event.title).toBe(title.replace(/^[🚨✅] /u, ""));
  });

  it.each([
    [
      "no event id",
      "T | B | https://a.example.com/ | ALERT | 1793714400000 | 1793714700000 | ",
      { key: "name:t|" },
    ],
    ["only a state", "T | B |  | OK |  |  | ", { state: "resolved", body: "B" }],
    ["its end trimmed", "T | B |  | OK |  |  |", { state: "resolved" }],
  ])("is read with %s", (_, text, expected) => {
    expect(readOne({ text })).toMatchObject({ sender: "default text", ...expected });
  });

  it("is also read as plain text", () => {
    expect(readOne(`T | B | ${tail}`)).toMatchObject({ sender: "default text", title: "T", body: "B" });
  });
});
