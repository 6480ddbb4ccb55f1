import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import { cloudAgent } from "../../../src/platform/cloud/transport/agents.ts";
import { defaultCallLimits } from "../../../src/platform/cloud/transport/exchange.ts";
import { managedClient, scriptedServer, success } from "./scripted-server.ts";

const read = { serviceId: "s" };
const creation = { body: { name: "orders" } };

/** A server, and the number of connections that were made to it. */
async function countingServer() {
  const scripted = await scriptedServer(success([{ id: "b1" }]));
  let connections = 0;
  scripted.server.on("connection", () => (connections += 1));
  return { ...scripted, connections: () => connections };
}

test("reads share a connection", async () => {
  const { url, received, connections } = await countingServer();
  const client = managedClient(url);
  for (let sent = 0; sent < 3; sent += 1) {
    await client.call(listBackups, read);
    // A connection is free again in the next turn of the event loop.
    await setImmediate();
  }
  expect(received).toHaveLength(3);
  expect(connections()).toBe(1);
});

test("a change has a connection of its own, although one is kept for reads", async () => {
  const { url, received, connections } = await countingServer();
  const client = managedClient(url);
  await client.call(listBackups, read);
  await setImmediate();
  // The answer is none to a creation. Its connection is what counts here.
  await client.call(createService, creation).catch(() => undefined);
  await client.call(listBackups, read);
  expect(received.map(({ headers }) => headers.connection)).toEqual(["keep-alive", "close", "keep-alive"]);
  expect(connections()).toBe(2);
});

test("a read is repeated when the server ends the kept connection instead of answering", async () => {
  const { url, received, server, connections } = await countingServer();
  const client = managedClient(url);
  await client.call(listBackups, read);
  await setImmediate();
  // It takes the request, and ends the connection as if it had not seen it.
  server.prependOnceListener("request", (request) => request.socket.destroy());
  await expect(client.call(listBackups, read)).resolves.toEqual([{ id: "b1" }]);
  expect(received.at(-1)?.method).toBe("GET");
  expect(connections()).toBe(2);
});

test("an agent that ends leaves no connection", async () => {
  const { url, server } = await countingServer();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  server.on("connection", (socket) => socket.on("error", () => undefined).on("close", () => end()));
  const agent = cloudAgent(defaultCallLimits);
  await managedClient(url, { dispatcher: agent }).call(listBackups, read);
  await agent.destroy();
  await expect(ended).resolves.toBeUndefined();
});
