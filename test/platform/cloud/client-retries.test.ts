import { expect, test } from "vitest";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { drop, json, managedClient, plain, type Reply, scriptedServer, success } from "./scripted-server.ts";

const read = { serviceId: "s" };
const atTen = () => Date.parse("2026-11-20T10:00:00Z");

function watchedQuota() {
  return {
    taken: 0,
    pauses: [] as number[],
    async take() {
      this.taken += 1;
    },
    async pause(ms: number) {
      this.pauses.push(ms);
    },
  };
}

test.each<[string, Reply]>([
  ["a dropped connection", drop],
  ["408", plain(408, "")],
  ["425", plain(425, "")],
  ["429", json(429, { error: "TOO_MANY_REQUESTS" })],
  ["500", plain(500, "oops")],
  ["502 in HTML", plain(502, "<html></html>")],
  ["503", plain(503, "")],
])("a read is repeated after %s", async (_, reply) => {
  const { url, received } = await scriptedServer(reply, reply, success([{ id: "b1" }]));
  await expect(managedClient(url).call(listBackups, read)).resolves.toEqual([{ id: "b1" }]);
  expect(received).toHaveLength(3);
});

test("a read ends after four attempts with the last failure", async () => {
  const { url, received } = await scriptedServer(
    plain(500, ""),
    plain(500, ""),
    plain(500, ""),
    plain(503, ""),
  );
  await expect(managedClient(url).call(listBackups, read)).rejects.toMatchObject({
    kind: "upstream",
    message: expect.stringContaining("(503)"),
  });
  expect(received).toHaveLength(4);
});

test.each<[string, Reply]>([
  ["400", plain(400, "")],
  ["401", plain(401, "")],
  ["404", plain(404, "")],
  ["a success that is not JSON", plain(200, "hello")],
])("a read is not repeated after %s", async (_, reply) => {
  const { url, received } = await scriptedServer(reply);
  await expect(managedClient(url).call(listBackups, read)).rejects.toBeInstanceOf(AppError);
  expect(received).toHaveLength(1);
});

test.each<[string, Reply]>([
  ["a dropped connection", drop],
  ["429", plain(429, "")],
  ["500", plain(500, "")],
  ["503", plain(503, "", { "retry-after": "0" })],
])("a creation is not repeated after %s", async (_, reply) => {
  const { url, received } = await scriptedServer(reply);
  await expect(managedClient(url).call(createService, { body: {} })).rejects.toBeInstanceOf(AppError);
  expect(received).toHaveLength(1);
});

test.each([
  ["Retry-After in seconds", { "retry-after": "31" }, 31_000],
  ["Retry-After as a date", { "retry-after": "Fri, 20 Nov 2026 10:01:00 GMT" }, 60_000],
  ["X-RateLimit-Reset in seconds with a fraction", { "x-ratelimit-reset": "45.25" }, 45_250],
  ["the longer of both", { "retry-after": "40", "x-ratelimit-reset": "50" }, 50_000],
])("a wait that exceeds the whole call does not begin: %s", async (_, headers, retryAfterMs) => {
  const { url, received } = await scriptedServer(plain(429, "", headers));
  await expect(managedClient(url, { now: atTen }).call(listBackups, read)).rejects.toMatchObject({
    kind: "limited",
    retryAfterMs,
    message: `The cloud takes no more requests right now (429). Try again in ${Math.ceil(retryAfterMs / 1_000)} seconds.`,
  });
  expect(received).toHaveLength(1);
});

test.each(["999999999999", "9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT"])(
  "a wait of %s counts as an hour, so a mistake doesn't block a key forever",
  async (wait) => {
    const { url } = await scriptedServer(plain(429, "", { "retry-after": wait }));
    const requestQuota = watchedQuota();
    await expect(managedClient(url, { requestQuota }).call(listBackups, read)).rejects.toMatchObject({
      retryAfterMs: 3_600_000,
      message: "The cloud takes no more requests right now (429). Try again in 60 minutes.",
    });
    expect(requestQuota.pauses).toEqual([3_600_000]);
  },
);

test.each(["soon", "-5", "2 hours", ""])("%j is not a wait", async (wait) => {
  const { url, received } = await scriptedServer(plain(429, "", { "retry-after": wait }), success([]));
  await managedClient(url).call(listBackups, read);
  expect(received).toHaveLength(2);
});

test("a read is repeated only after the server's own wait", async () => {
  const { url } = await scriptedServer(plain(429, "", { "x-ratelimit-reset": "0.15" }), success([]));
  const start = performance.now();
  await managedClient(url).call(listBackups, read);
  expect(performance.now() - start).toBeGreaterThanOrEqual(145);
});

test("the server's wait holds for all users of the key, and each attempt takes from the quota", async () => {
  const { url } = await scriptedServer(plain(429, "", { "x-ratelimit-reset": "0.02" }), success([]));
  const requestQuota = watchedQuota();
  await managedClient(url, { requestQuota }).call(listBackups, read);
  expect(requestQuota.taken).toBe(2);
  expect(requestQuota.pauses).toEqual([20]);
});

test("the last request of a window holds the others back until the next window", async () => {
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3.5" };
  const { url } = await scriptedServer(json(200, { result: [] }, headers));
  const requestQuota = watchedQuota();
  await managedClient(url, { requestQuota }).call(listBackups, read);
  expect(requestQuota.pauses).toEqual([3_500]);
});

test("a call waits for the quota if its time allows, also for a creation", async () => {
  const { url, received } = await scriptedServer(success({ service: { id: "s" } }));
  const refusals = [new AppError("limited", "Wait.", { retryAfterMs: 20 })];
  const take = async () => {
    const refusal = refusals.shift();
    if (refusal) throw refusal;
  };
  await managedClient(url, { requestQuota: { take, pause: async () => undefined } }).call(createService, {
    body: {},
  });
  expect(received).toHaveLength(1);
});

test("an answer is kept if the quota cannot be reached any more", async () => {
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3" };
  const { url } = await scriptedServer(
    json(200, { result: { service: { id: "s" }, password: "p" } }, headers),
  );
  const lines: object[] = [];
  const client = managedClient(url, {
    requestQuota: {
      take: async () => undefined,
      pause: () => Promise.reject(new AppError("upstream", "Redis is away.")),
    },
    log: { debug: () => undefined, warn: (fields) => lines.push(fields) },
  });
  const created = await client.call(createService, { body: {} });
  expect(created).toEqual({ service: { id: "s" }, password: "p" });
  expect(lines).toMatchObject([{ reason: "Redis is away.", waitMs: 3_000 }]);
});

test("an answer at the last moment is kept if the quota never answers", async () => {
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3" };
  const { url } = await scriptedServer(json(200, { result: { service: { id: "s" } } }, headers));
  const client = managedClient(url, {
    requestQuota: { take: async () => undefined, pause: () => new Promise(() => undefined) },
    limits: { callTimeoutMs: 200 },
  });
  expect(await client.call(createService, { body: {} })).toEqual({ service: { id: "s" } });
});

test("a quota that stays spent longer than the call fails as limited, and nothing is sent", async () => {
  const { url, received } = await scriptedServer(success([]));
  const spent = new AppError("limited", "Wait.", { retryAfterMs: 60_000 });
  const requestQuota = { take: () => Promise.reject(spent), pause: async () => undefined };
  await expect(managedClient(url, { requestQuota }).call(listBackups, read)).rejects.toBe(spent);
  expect(received).toEqual([]);
});
