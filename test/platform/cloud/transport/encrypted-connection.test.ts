import { createServer } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { listBackups } from "../../../../src/platform/cloud/services/backup.ts";
import { CloudAgent, resettingConnector } from "../../../../src/platform/cloud/transport/agents.ts";
import { defaultCallLimits } from "../../../../src/platform/cloud/transport/exchange.ts";
import { createService } from "../../../../src/platform/cloud/services/service.ts";
import { listening } from "../../../support/listening.ts";
import { type Reply, managedClient, plain, silence, success } from "../scripted-server.ts";

const creation = { body: { name: "orders" } };

// A shared key replaces a certificate.
const psk = Buffer.alloc(32, 7);
const ciphers = "PSK";

/** A server with https, how its connections broke, and a client with a time limit. */
async function encryptedServer(answer: Reply, callTimeoutMs = 10_000) {
  const received: (string | undefined)[] = [];
  const broken: (string | undefined)[] = [];
  const server = createServer({ pskCallback: () => psk, ciphers }, (request, response) => {
    received.push(request.method);
    answer(response, request);
  });
  server.on("secureConnection", (socket) => {
    socket.on("error", (error: NodeJS.ErrnoException) => broken.push(error.code));
  });
  const { url, close } = await listening(server);
  onTestFinished(() => close());
  const limits = { ...defaultCallLimits, answerSizeInBytes: 50_000, callTimeoutMs };
  const identity = "quartermaster";
  const pskCallback = () => ({ psk, identity });
  const connect = resettingConnector({ ciphers, pskCallback, checkServerIdentity: () => undefined });
  const dispatcher = new CloudAgent(limits, connect);
  onTestFinished(() => dispatcher.destroy());
  const client = managedClient(url.replace("http:", "https:"), { dispatcher, limits });
  return { client, received, broken };
}

const created = success({ service: { id: "1" }, password: "p" });

test("a request is answered over an encrypted connection, which then ends in the usual way", async () => {
  const { client, broken } = await encryptedServer(created);
  expect(await client.call(createService, creation)).toMatchObject({ service: { id: "1" } });
  expect(broken).toEqual([]);
});

test("a request that is held back right after encryption is not sent, and the process goes on", async () => {
  const { client, received } = await encryptedServer(created);
  const departure = { pass: async () => undefined, isTooLate: () => true };
  for (let calls = 0; calls < 3; calls += 1)
    await expect(client.call(createService, creation, { departure })).rejects.toMatchObject({
      outcomeUnknown: false,
      message: "The request couldn't leave for the cloud in time, so it wasn't sent. Try again.",
    });
  expect(received).toEqual([]);
  expect(await client.call(createService, creation)).toMatchObject({ service: { id: "1" } });
});

test("cancelling a request that has left resets the connection below TLS", async () => {
  const { client, received, broken } = await encryptedServer(silence, 1_000);
  await expect(client.call(createService, creation)).rejects.toMatchObject({ outcomeUnknown: true });
  expect(received).toEqual(["POST"]);
  await expect.poll(() => broken).toEqual(["ECONNRESET"]);
});

test("an answer that is too large is reported as such over TLS too", async () => {
  const { client } = await encryptedServer(plain(200, "x".repeat(1_000_000)));
  await expect(client.call(listBackups, { serviceId: "s" })).rejects.toThrow("answer was too large");
});
