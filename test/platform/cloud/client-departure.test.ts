import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Departure } from "../../../src/platform/cloud/client.ts";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { managedClient, scriptedServer, success } from "./scripted-server.ts";

const creation = { body: { name: "orders" } };
const created = success({ service: { id: "1" }, password: "p" });

/** Clocks that a test moves. */
function movedClocks() {
  const clocks = { wallMs: 1_800_000_000_000, monotonicMs: 5_000 };
  return {
    clocks,
    given: { now: () => clocks.wallMs, monotonicMs: () => clocks.monotonicMs },
  };
}

const always: Departure = { pass: async () => undefined, isTooLate: () => false };

test("the departure check comes after the key and the request quota", async () => {
  const { url, received } = await scriptedServer(created);
  const order: string[] = [];
  const client = managedClient(url, {
    credentials: async () => {
      order.push("key");
      return { keyId: "key-id", keySecret: "key-secret" };
    },
    requestQuota: { take: async () => void order.push("quota"), pause: async () => undefined },
  });
  const pass = async () => void order.push(`fence, ${received.length} sent`);
  await client.call(createService, creation, { departure: { ...always, pass } });
  expect(order).toEqual(["key", "quota", "fence, 0 sent"]);
  expect(received).toHaveLength(1);
});

test("a request that fails its departure check is never sent, and the call fails with the reason", async () => {
  const { url, received } = await scriptedServer(created);
  const reason = new AppError("conflict", "Another process has it.");
  const departure = { ...always, pass: () => Promise.reject(reason) };
  await expect(managedClient(url).call(createService, creation, { departure })).rejects.toBe(reason);
  expect(received).toEqual([]);
});

test("a request that is late when it is connected is held back, and did nothing", async () => {
  const { url, received } = await scriptedServer(created);
  const departure = { ...always, isTooLate: () => true };
  await expect(managedClient(url).call(createService, creation, { departure })).rejects.toMatchObject({
    kind: "upstream",
    outcomeUnknown: false,
    message: "The request couldn't leave for the cloud in time, so it wasn't sent. Try again.",
  });
  expect(received).toEqual([]);
});

test.each(["wallMs", "monotonicMs"] as const)(
  "a process that was suspended by its %s clock sends nothing when it continues",
  async (clock) => {
    const { url, received } = await scriptedServer(created);
    const { clocks, given } = movedClocks();
    const pass = async () => void (clocks[clock] += 3_600_000);
    const call = managedClient(url, given).call(createService, creation, { departure: { ...always, pass } });
    await expect(call).rejects.toMatchObject({ kind: "upstream", outcomeUnknown: false });
    expect(received).toEqual([]);
  },
);

test("a read that was suspended sends nothing late either", async () => {
  const { url, received } = await scriptedServer(success([]));
  const { clocks, given } = movedClocks();
  const credentials = async () => {
    clocks.wallMs += 3_600_000;
    return { keyId: "key-id", keySecret: "key-secret" };
  };
  const call = managedClient(url, { ...given, credentials }).call(listBackups, { serviceId: "s" });
  await expect(call).rejects.toMatchObject({ kind: "upstream" });
  expect(received).toEqual([]);
});

/** A server that takes requests and never answers, and how each of its connections ended. */
async function deafServer() {
  const ends: Promise<string>[] = [];
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("data", () => asked());
    const { promise, resolve } = Promise.withResolvers<string>();
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
    socket.on("end", () => resolve("end"));
    ends.push(promise);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the server listens on no port");
  return { url: `http://127.0.0.1:${address.port}`, isAsked, ends };
}

test("cancelling a request that has left resets its connection, so none of it arrives later", async () => {
  const server = await deafServer();
  const client = managedClient(server.url, { limits: { callTimeoutMs: 300 } });
  await expect(client.call(createService, creation)).rejects.toMatchObject({ outcomeUnknown: true });
  await server.isAsked;
  expect(await Promise.all(server.ends)).toEqual(["ECONNRESET"]);
});

test("an answered request ends its connection in the usual way", async () => {
  const { url, server } = await scriptedServer(created);
  const ended: (string | undefined)[] = [];
  server.on("connection", (socket) => {
    socket.on("error", (error: NodeJS.ErrnoException) => ended.push(error.code));
    socket.on("close", () => ended.push("close"));
  });
  await managedClient(url).call(createService, creation);
  await expect.poll(() => ended).toEqual(["close"]);
});
