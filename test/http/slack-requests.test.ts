import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { slackRequests } from "../../src/http/slack-requests.ts";
import { listening } from "../support/listening.ts";

const secret = "8f742231b10e8888abcd99yyyzzz85a5";
const nowSeconds = 1_795_000_000;
const form = "application/x-www-form-urlencoded";
let received: string[] = [];
let url = "";
let close: () => Promise<void>;

beforeAll(async () => {
  const listener = slackRequests({
    signingSecret: secret,
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
  const signature = "signature" in how ? how.signature : `v0=${digest}`;
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: {
      "content-type": type,
      "x-slack-request-timestamp": String(atSeconds),
      ...(signature === undefined ? {} : { "x-slack-signature": signature }),
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
  ["with a signature that is none", { signature: "=" }],
  ["5 minutes and a second old", { atSeconds: nowSeconds - 301 }],
  ["5 minutes and a second in the future", { atSeconds: nowSeconds + 301 }],
  ["with a time that is no number", { atSeconds: "soon" }],
] satisfies [string, Sent][])(
  "a request that is %s is answered 401 and not received",
  async (_what, sent) => {
    expect(await send(sent)).toBe(401);
    expect(received).toEqual([]);
  },
);

test.each([-300, 300])("a clock that differs by %i seconds is still believed", async (skew) => {
  expect(await send({ atSeconds: nowSeconds + skew })).toBe(200);
});

test("a body over 1 MB is answered 413 and not received, announced or not", async () => {
  const body = "x".repeat(1024 * 1024 + 1);
  expect(await send({ body })).toBe(413);
  const unannounced = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  });
  const response = await fetch(url, { method: "POST", body: unannounced, duplex: "half" } as RequestInit);
  expect(response.status).toBe(413);
  expect(received).toEqual([]);
});

test.each(["null", "[broken", '"text"', "7"])(
  "a signed body %s that is no object is answered 400",
  async (body) => {
    expect(await send({ body, type: "application/json" })).toBe(400);
    expect(received).toEqual([]);
  },
);

test("a form whose payload is no JSON object is answered 400", async () => {
  expect(await send({ body: "payload=null" })).toBe(400);
});

test("only POST is answered", async () => {
  const { status, headers } = await fetch(url);
  expect([status, headers.get("allow")]).toEqual([405, "POST"]);
});
