import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { ReceivedEvent } from "../../../../src/features/alerts/receive/inbox-entries.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import {
  type Sent,
  alertBody,
  at,
  bearer,
  kept,
  oldSecret,
  secret,
  useHookAuthenticator,
} from "../../../support/hook-authenticator.ts";
import { until } from "../../../support/until.ts";

const server = useHookAuthenticator();

test("an alert is accepted with 202, waits in the inbox, and its hook's ingestion is notified", async () => {
  const answer = await server.send({ headers: bearer(secret) });
  expect(answer).toMatchObject({
    status: 202,
    text: '{"status":"accepted","accepted":1,"duplicates":0}\n',
  });
  const [entry = ""] = await server.waiting();
  expect(JSON.parse(entry)).toMatchObject({
    kind: "event",
    event: { title: "Checkout errors" },
    receivedAtMs: at.getTime(),
    times: 1,
  });
  await until(async () => server.notified().length === 1);
  expect(server.notified()).toEqual(["T1-checkout"]);
  expect(await server.counted('qm_hook_requests_total{outcome="accepted"}')).toBe(1);
});

test.each([
  ["in the header, with a scheme in any case", { headers: { authorization: `bEARER ${secret}` } }],
  ["in the header, the old one during a rotation", { headers: bearer(oldSecret) }],
  ["in the address", { path: `/${secret}` }],
  ["in the address, encoded", { path: `/${encodeURIComponent(secret).replace("_", "%5F")}?from=1` }],
  [
    "in the address, the old one, with another one in the header",
    { path: `/${oldSecret}`, headers: bearer("x") },
  ],
] satisfies [string, Sent][])("the secret may be %s", async (_where, sent) => {
  expect((await server.send(sent)).status).toBe(202);
});

const windowed = (facts: object = {}) =>
  JSON.stringify({
    ...JSON.parse(alertBody),
    startTime: at.getTime() - 60_000,
    endTime: at.getTime(),
    ...facts,
  });

test.each([
  ["under one idempotency key", { headers: { "idempotency-key": "k".repeat(4_000) } }],
  ["of one window", { body: windowed() }],
  ["with one text, at once", {}],
] satisfies [string, Sent][])("the same alert again %s is a duplicate, answered 202", async (_what, sent) => {
  const headers = { ...("headers" in sent && sent.headers), ...bearer(secret) };
  await server.send({ ...sent, headers });
  const again = await server.send({ ...sent, headers });
  expect(again).toMatchObject({
    status: 202,
    text: '{"status":"accepted","accepted":0,"duplicates":1}\n',
  });
  expect(await server.waiting()).toHaveLength(1);
});

test.each([
  ["another idempotency key", { "idempotency-key": "a" }, { "idempotency-key": "b" }, alertBody],
  ["another window", {}, {}, windowed({ endTime: at.getTime() + 60_000 })],
  [
    "its resolve under the same idempotency key",
    { "idempotency-key": "a" },
    { "idempotency-key": "a" },
    windowed({ state: "OK" }),
  ],
])("a delivery with %s is not a duplicate", async (_what, first, second, secondBody) => {
  await server.send({
    headers: { ...first, ...bearer(secret) },
    body: secondBody === alertBody ? alertBody : windowed(),
  });
  const answer = await server.send({ headers: { ...second, ...bearer(secret) }, body: secondBody });
  expect(answer.text).toContain('"accepted":1');
});

test("a paused hook answers 202, stores nothing and counts the events as suppressed", async () => {
  await server.keepHook({ paused: { userId: "U1", at: at.toISOString() } });
  const answer = await server.send({ headers: bearer(secret) });
  expect(answer).toMatchObject({
    status: 202,
    text: '{"status":"paused","accepted":1,"duplicates":0}\n',
  });
  expect(await server.waiting()).toEqual([]);
  expect(await server.redis.client.hgetall(keys.alertCounts("T1"))).toEqual({
    accepted: "1",
    "suppressed:paused": "1",
  });
});

const watchdog = (status: string, name = "Watchdog") => ({
  version: "4",
  status,
  alerts: [{ status, labels: { alertname: name, severity: "none" }, annotations: {}, fingerprint: name }],
});

describe("a delivery to a hook that expects beats", () => {
  const heartbeat = { everySeconds: 300, graceSeconds: 0, userId: "U1", at: at.toISOString() };
  /** What waits after a delivery: the titles of its events. */
  async function after(body: unknown, id = "1"): Promise<string[]> {
    await server.keepHook({ heartbeat });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const headers = { ...bearer(secret), "idempotency-key": id };
    expect(await server.send({ headers, body: text })).toMatchObject({ status: 202 });
    const waiting = await server.waiting();
    return waiting.map((entry) => ReceivedEvent.parse(JSON.parse(entry)).event.title);
  }

  test.each([
    ["nothing", ""],
    ["a text", "backup done at 03:00"],
    ["an empty list", "[]"],
    ["an empty object", {}],
    ["a word to say done", { text: "backup done" }],
    ["a job's result", { job: "backup", message: "finished" }],
    ["Watchdog", watchdog("firing")],
    ["DeadMansSwitch", watchdog("firing", "DeadMansSwitch")],
    ["a dead man's switch in other words", watchdog("firing", "Dead-Man's Switch")],
  ])("is a beat and nothing else: %s", async (_, body) => {
    expect(await after(body)).toEqual(["A beat"]);
  });

  test("is a beat, also the same again", async () => {
    await after(alertBody, "1");
    expect(await after(alertBody, "2")).toEqual(["Checkout errors", "A beat", "Checkout errors", "A beat"]);
  });

  test.each([
    ["our own template", alertBody, "Checkout errors"],
    ["Alertmanager", watchdog("firing", "HighCPU"), "HighCPU"],
    ["another sender", { name: "Disk is full", status: "down" }, "Disk is full"],
    ["one without a state", { search_name: "Errors", results_link: "https://s.example.com/1" }, "Errors"],
    ["a name that only sounds like one", watchdog("firing", "MissingHeartbeat"), "MissingHeartbeat"],
  ])("never swallows an alert: %s", async (_, body, title) => {
    expect(await after(body)).toEqual([title, "A beat"]);
  });

  test("keeps the alerts beside a Watchdog", async () => {
    const both = watchdog("firing");
    both.alerts.push(...watchdog("firing", "HighCPU").alerts);
    expect(await after(both)).toEqual(["HighCPU", "A beat"]);
  });

  test("isn't a beat if it says that the Watchdog fell silent", async () => {
    expect(await after(watchdog("resolved"))).toEqual([]);
  });
});

test("a change of a hook takes effect with the next delivery", async () => {
  const post = async (text: string, eventId: string) => {
    const body = JSON.stringify({ ...JSON.parse(alertBody), eventId });
    return (await server.send({ headers: bearer(text), body })).status;
  };
  expect([await post(secret, "1"), await post(oldSecret, "2")]).toEqual([202, 202]);
  await server.keepHook({ secrets: [kept(secret)] });
  expect([await post(oldSecret, "3"), await post(secret, "4")]).toEqual([401, 202]);
  await server.keepHook({ paused: { userId: "U1", at: at.toISOString() } });
  await post(secret, "5");
  expect(await server.waiting()).toHaveLength(3);
  await server.redis.client.del(keys.hooks("T1"));
  expect(await post(secret, "6")).toBe(401);
});

test("a body of 256 KB is accepted, and one byte more gives 413, with any announced length and hook", async () => {
  const full = "x".repeat(256 * 1024);
  expect((await server.send({ body: full, headers: bearer(secret) })).status).toBe(202);
  expect((await server.send({ body: `${full}x`, headers: bearer(secret) })).status).toBe(413);
  expect((await server.send({ body: `${full}x`, id: "T1-unknown" })).status).toBe(413);
  const unannounced = new Blob([full, "x"]).stream();
  const init = { method: "POST", headers: bearer(secret), body: unannounced, duplex: "half" };
  const response = await fetch(`${server.url}/hooks/T1-checkout`, init);
  expect(response.status).toBe(413);
  expect(await server.waiting()).toHaveLength(1);
});

test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])("%s is answered 405 for any hook", async (method) => {
  const answers = [
    await server.send({ method, path: `/${secret}` }),
    await server.send({ method, id: "T1-unknown" }),
  ];
  expect(answers[0]).toMatchObject({ status: 405, headers: { allow: "POST" } });
  expect(answers[1]).toEqual(answers[0]);
});

test("while Redis is away, the answer is 503 with the time to retry, and then the alert is accepted", async () => {
  server.toRedis.cut();
  const headers = { ...bearer(secret), "idempotency-key": "k1" };
  const away = await server.send({ headers });
  expect(away).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(await server.counted('qm_hook_requests_total{outcome="store_away"}')).toBe(1);
  server.toRedis.mend();
  await until(async () => (await server.send({ headers })).status === 202);
  expect(await server.waiting()).toHaveLength(1);
});

test("an unreadable record gives 503 and a line in the log", async () => {
  await server.redis.client.hset(keys.hooks("T1"), "T1-checkout", "{}");
  expect((await server.send({ headers: bearer(secret) })).status).toBe(503);
  expect(server.logged()).toContain("couldn't accept an alert");
});

test("a sender that hangs up in the middle does not affect the next one", async () => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(`POST /hooks/T1-checkout/${secret} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf`);
  socket.end();
  socket.resume();
  await once(socket, "close");
  expect((await server.send({ headers: bearer(secret) })).status).toBe(202);
  expect(await server.waiting()).toHaveLength(1);
});
