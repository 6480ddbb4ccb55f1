import { createHmac } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, createServer, request } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bodyQuota } from "../../../src/platform/http/read-body.ts";
import { slackRequests } from "../../../src/platform/slack/http-requests.ts";
import { listening } from "../../support/listening.ts";

const secret = "8f742231b10e8888abcd99yyyzzz85a5";
const nowSeconds = 1_795_000_000;
/** A signature of the right form. */
const signature = `v0=${"0".repeat(64)}`;
const form = "application/x-www-form-urlencoded";
const quota = bodyQuota(2 * 1024 * 1024);
const repeated = new Set<string>();
let received: string[] = [];
let url = "";
let close: () => Promise<void>;

beforeAll(async () => {
  const listener = slackRequests({
    signingSecret: secret,
    quota,
    isFirst: async (sent) => !repeated.has(sent),
    now: () => new Date(nowSeconds * 1_000),
    log: pino({ level: "silent" }),
    receive(request, response) {
      received.push(`${request.headers["content-type"]} ${String(Reflect.get(request, "rawBody"))}`);
      response.end("received");
    },
  });
  ({ url, close } = await listening(createServer(listener)));
});
beforeEach(() => {
  received = [];
});
afterAll(() => close());

interface Sent {
  body?: string;
  type?: string;
  atSeconds?: number | string;
  signedWith?: string;
  signature?: string | undefined;
}

async function send({ body = "command=%2Fdb&text=help", type = form, atSeconds = nowSeconds, ...how }: Sent) {
  const digest = createHmac("sha256", how.signedWith ?? secret)
    .update(`v0:${atSeconds}:${body}`)
    .digest("hex");
  const signedBy = "signature" in how ? how.signature : `v0=${digest}`;
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: {
      "content-type": type,
      "x-slack-request-timestamp": String(atSeconds),
      ...(signedBy === undefined ? {} : { "x-slack-signature": signedBy }),
    },
  });
  return response.status;
}

test("a request that Slack signed now is received with its bytes", async () => {
  expect(await send({})).toBe(200);
  expect(received).toEqual([`${form} command=%2Fdb&text=help`]);
});

test("a content type with a charset is received as the bare one that Bolt reads", async () => {
  expect(await send({ type: `${form}; charset=UTF-8` })).toBe(200);
  expect(received[0]).toContain(`${form} `);
});

test.each([
  ["unsigned", { signature: undefined }],
  ["signed with another secret", { signedWith: "another" }],
  ["signed by another scheme", { signature: "v1=00" }],
  ["with an invalid signature", { signature: "=" }],
  ["5 minutes and a second old", { atSeconds: nowSeconds - 301 }],
  ["5 minutes and a second in the future", { atSeconds: nowSeconds + 301 }],
  ["with a time that is not a number", { atSeconds: "soon" }],
] satisfies [string, Sent][])(
  "a request that is %s is answered 401 and not received",
  async (_what, sent) => {
    expect(await send(sent)).toBe(401);
    expect(received).toEqual([]);
  },
);

test.each([-300, 300])("a clock that differs by %i seconds is still accepted", async (skew) => {
  expect(await send({ atSeconds: nowSeconds + skew })).toBe(200);
});

test("a body over 1 MB is answered 413 and not received, whether announced or not", async () => {
  const body = "x".repeat(1024 * 1024 + 1);
  expect(await send({ body })).toBe(413);
  const unannounced = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  });
  const headers = { "x-slack-signature": signature, "x-slack-request-timestamp": String(nowSeconds) };
  const init = { method: "POST", headers, body: unannounced, duplex: "half" };
  const response = await fetch(url, init);
  expect(response.status).toBe(413);
  expect(received).toEqual([]);
});

test.each(["null", "[broken", '"text"', "7"])(
  "a signed body %s that is not an object is answered 400",
  async (body) => {
    expect(await send({ body, type: "application/json" })).toBe(400);
    expect(received).toEqual([]);
  },
);

test("a form with a payload that is not a JSON object is answered 400", async () => {
  expect(await send({ body: "payload=null" })).toBe(400);
});

/** Begins a request without ever sending its body. Returns the response's status. */
async function sendHeaders(headers: Record<string, string>): Promise<number | undefined> {
  const asking = request(url, { method: "POST", headers: { "content-length": "1000000", ...headers } });
  asking.on("error", () => {});
  asking.flushHeaders();
  const [response]: IncomingMessage[] = await once(asking, "response");
  asking.destroy();
  return response?.statusCode;
}

test.each([
  ["is not signed", {}, 401],
  ["has a malformed signature", { "x-slack-signature": "v0=12" }, 401],
  ["has no time", { "x-slack-signature": signature }, 401],
  [
    "is stale",
    { "x-slack-signature": signature, "x-slack-request-timestamp": String(nowSeconds - 301) },
    401,
  ],
  [
    "announces too much",
    {
      "x-slack-signature": signature,
      "x-slack-request-timestamp": String(nowSeconds),
      "content-length": "1048577",
    },
    413,
  ],
])("a request that %s is answered before its body comes", async (_what, headers, status) => {
  expect(await sendHeaders(headers)).toBe(status);
});

test("while the bodies being read fill their quota, a request is answered 503 with a time to try again", async () => {
  const all = 2 * 1024 * 1024;
  expect(quota.take(all)).toBe(true);
  expect(await send({})).toBe(503);
  quota.giveBack(all);
  expect(await send({})).toBe(200);
  // Whatever their outcome, the whole quota is free again.
  await send({ body: "x".repeat(1024 * 1024 + 1) });
  expect(quota.take(all)).toBe(true);
  quota.giveBack(all);
});

async function unsigned(body: string, type = form): Promise<Response> {
  return fetch(url, { method: "POST", body, headers: { "content-type": type } });
}

test("an unsigned check of the certificate is answered 200, and goes no further", async () => {
  const answer = await unsigned("ssl_check=1&token=x");
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
  expect((await unsigned("ssl_check=0&token=x")).status).toBe(401);
  expect((await unsigned('{"ssl_check":1}', "application/json")).status).toBe(401);
  expect((await unsigned(`ssl_check=1&token=${"x".repeat(3_000)}`)).status).toBe(401);
  expect(await send({ body: "ssl_check=1", signedWith: "another" })).toBe(401);
  expect(received).toEqual([]);
});

test("a form with a known signature is answered 200 and not received, but an event is, because Slack sends it again", async () => {
  const body = "command=%2Fdb&text=help";
  for (const each of [body, "{}"])
    repeated.add(`v0=${createHmac("sha256", secret).update(`v0:${nowSeconds}:${each}`).digest("hex")}`);
  expect(await send({ body })).toBe(200);
  expect(received).toEqual([]);
  expect(await send({ body: "{}", type: "application/json" })).toBe(200);
  expect(await send({ body: `${body}+me` })).toBe(200);
  expect(received).toEqual(["application/json {}", `${form} ${body}+me`]);
  repeated.clear();
});

test("only POST is answered", async () => {
  const { status, headers } = await fetch(url);
  expect([status, headers.get("allow")]).toEqual([405, "POST"]);
});
