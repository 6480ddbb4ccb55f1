import { once } from "node:events";
import type { LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import { Agent } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import {
  drop,
  managedClient,
  plain,
  type Reply,
  scriptedServer,
  silence,
  success,
} from "./scripted-server.ts";

const creation = { body: { name: "orders" } };
const checkFirst = "It may have worked anyway: check before you try again.";

const cutShort: Reply = (response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"result":', () => response.destroy());
};

test.each<[string, Reply, boolean]>([
  ["a success that is not JSON", plain(200, "{broken"), true],
  ["a success without a body", plain(201, ""), true],
  ["a connection that drops", drop, false],
  ["a failure of the server's own", plain(500, "{broken"), false],
])("the failure after %s says if the server answered with a success", async (_, reply, succeeded) => {
  const { url } = await scriptedServer(reply);
  const call = managedClient(url).call(createService, creation);
  await expect(call).rejects.toMatchObject({ outcomeUnknown: true, succeeded });
});

test.each<[string, Reply, string]>([
  ["the connection drops", drop, "The cloud's answer didn't arrive."],
  ["the answer is cut short", cutShort, "The cloud's answer didn't arrive."],
  ["no answer comes in time", silence, "The cloud didn't answer within 0.2 seconds."],
  ["the success is not JSON", plain(200, "{broken"), "The cloud sent an answer that I can't read."],
  ["the success has no service", success(null), "The cloud sent an answer that I can't read."],
  ["the success is HTML", plain(200, "<html></html>"), "The cloud answered with a web page."],
])("a creation's outcome is unknown when %s", async (_, reply, sentence) => {
  const { url, received } = await scriptedServer(reply);
  const client = managedClient(url, { limits: { callTimeoutMs: reply === silence ? 200 : 20_000 } });
  await expect(client.call(createService, creation)).rejects.toMatchObject({
    kind: "upstream",
    outcomeUnknown: true,
    answered: false,
    happened: sentence,
    message: `${sentence} ${checkFirst}`,
  });
  expect(received).toHaveLength(1);
});

const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND cloud.test"), { code: "ENOTFOUND" });
const never = () => undefined;

test.each<[string, { url?: string; connect?: Agent.Options["connect"]; callTimeoutMs?: number }, string]>([
  ["the connection is refused", { url: "http://127.0.0.1:1" }, "Couldn't reach the cloud. Nothing was done."],
  [
    "the name does not resolve",
    { connect: { lookup: (_host, _options, done) => done(unknown, "") } },
    "Couldn't reach the cloud. Nothing was done.",
  ],
  // A name that never resolves is like a host that does not answer.
  [
    "no connection is made in time",
    { connect: { timeout: 50, lookup: never } },
    "Couldn't reach the cloud. Nothing was done.",
  ],
  [
    "the whole time is over before a connection is made",
    { connect: { lookup: never }, callTimeoutMs: 50 },
    "The cloud didn't answer within 0.05 seconds. Try again in a minute.",
  ],
])("nothing was done when %s", async (_, { url = "http://cloud.test", connect, callTimeoutMs }, sentence) => {
  const dispatcher = new Agent(connect === undefined ? {} : { connect });
  onTestFinished(() => dispatcher.destroy());
  const client = managedClient(url, { dispatcher, limits: callTimeoutMs ? { callTimeoutMs } : {} });
  await expect(client.call(createService, creation)).rejects.toMatchObject({
    kind: "upstream",
    outcomeUnknown: false,
    message: expect.stringContaining(sentence),
  });
});

test("nothing was done when the certificate is not trusted or the server has no TLS", async () => {
  const { url } = await scriptedServer(silence);
  const client = managedClient(url.replace("http:", "https:"));
  await expect(client.call(createService, creation)).rejects.toMatchObject({ outcomeUnknown: false });
});

test("nothing was done when the credentials do not come in time", async () => {
  const client = managedClient("http://127.0.0.1:1", {
    credentials: () => new Promise(() => undefined),
    limits: { callTimeoutMs: 50 },
  });
  await expect(client.call(createService, creation)).rejects.toMatchObject({ outcomeUnknown: false });
});

test("a creation that was out of time before it was connected is not sent afterwards", async () => {
  const { url, received } = await scriptedServer(success([]));
  const named = url.replace("127.0.0.1", "cloud.test");
  const waiting: (() => void)[] = [];
  let held = true;
  const lookup: LookupFunction = (_host, _options, done) => {
    const resolve = () => done(null, [{ address: "127.0.0.1", family: 4 }]);
    if (held) waiting.push(resolve);
    else resolve();
  };
  const dispatcher = new Agent({ connect: { lookup } });
  const hasty = managedClient(named, { dispatcher, limits: { callTimeoutMs: 50 } });
  await expect(hasty.call(createService, creation)).rejects.toMatchObject({ outcomeUnknown: false });
  held = false;
  for (const resolve of waiting) resolve();
  await managedClient(named, { dispatcher }).call(listBackups, { serviceId: "s" });
  await dispatcher.close();
  expect(received.map(({ method }) => method)).toEqual(["GET"]);
});

test("a read that gets no answer in time fails within the whole call's time", async () => {
  const { url } = await scriptedServer(drop, silence);
  const client = managedClient(url, { limits: { callTimeoutMs: 200 } });
  const start = performance.now();
  await expect(client.call(listBackups, { serviceId: "s" })).rejects.toMatchObject({
    kind: "upstream",
    outcomeUnknown: false,
    message: "The cloud didn't answer within 0.2 seconds. Try again in a minute.",
  });
  expect(performance.now() - start).toBeLessThan(10_000);
});

test.each<[string, Reply]>([
  ["as it is", plain(200, "x".repeat(100_000))],
  [
    "when it is decompressed",
    (response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync(Buffer.alloc(21 * 1024 * 1024)));
    },
  ],
])("an answer that is too large %s is reported as such, and not read again", async (_, reply) => {
  const { url, received } = await scriptedServer(reply);
  const client = managedClient(url, { limits: { answerSizeInBytes: 50_000 } });
  await expect(client.call(listBackups, { serviceId: "s" })).rejects.toMatchObject({
    kind: "upstream",
    message:
      "The cloud's answer was too large: I read at most 20 MiB. Trying again won't help: ask for less at once, or tell an admin.",
  });
  expect(received).toHaveLength(1);
});

test("a call without an answer names the id that it was sent with; one that never left names none", async () => {
  const { url, received, server } = await scriptedServer(drop);
  const client = managedClient(url, { newId: () => "call-1" });
  await expect(client.call(createService, creation)).rejects.toMatchObject({ requestId: "call-1" });
  expect(received.map(({ headers }) => headers["x-request-id"])).toEqual(["call-1"]);
  const slow = managedClient(url, { newId: () => "call-2", limits: { callTimeoutMs: 1 } });
  server.close();
  await once(server, "close");
  await expect(slow.call(createService, creation)).rejects.toMatchObject({ requestId: undefined });
});

test("a cancelled call ends at once, and says whether it may have been done", async () => {
  const { url, received } = await scriptedServer(silence);
  const giveUp = new AbortController();
  const client = managedClient(url);
  const call = client.call(createService, creation, { signal: giveUp.signal });
  const failure = call.catch((error: unknown) => error);
  await expect.poll(() => received.length).toBe(1);
  giveUp.abort();
  expect(await failure).toMatchObject({
    kind: "upstream",
    outcomeUnknown: true,
    happened: "The call ended before an answer came.",
  });
  const late = client.call(listBackups, { serviceId: "s" }, { signal: giveUp.signal });
  await expect(late).rejects.toMatchObject({
    outcomeUnknown: false,
    message: "The call ended before an answer came. Nothing was done.",
  });
  expect(received).toHaveLength(1);
});
