import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { z } from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import { managedAlerts, standaloneAlerts } from "../../../src/platform/cloud/observability/alert.ts";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import { standaloneDashboards } from "../../../src/platform/cloud/observability/dashboard.ts";
import { createService, getService, listServices } from "../../../src/platform/cloud/services/service.ts";
import { readUsageCost } from "../../../src/platform/cloud/costs/usage.ts";
import { WireNames } from "../../../src/platform/cloud/connection.ts";
import {
  json,
  managedClient,
  organizationId,
  plain,
  scriptedServer,
  standaloneClient,
  success,
} from "./scripted-server.ts";

const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";

test("a managed call has Basic credentials and the organization, and returns the content of the envelope", async () => {
  const { url, received } = await scriptedServer(success([{ id: "b1" }]));
  const backups = await managedClient(url).call(listBackups, { serviceId });
  expect(backups).toEqual([{ id: "b1" }]);
  expect(received).toMatchObject([
    {
      method: "GET",
      url: `/v1/organizations/${organizationId}/services/${serviceId}/backups`,
      headers: { authorization: `Basic ${btoa("key-id:key-secret")}`, accept: "application/json" },
      body: "",
    },
  ]);
});

test("a stand-alone call has a Bearer token and returns the content of `data`", async () => {
  const { url, received } = await scriptedServer(json(200, { data: { id: "a1", state: "OK" } }));
  const alert = await standaloneClient(url).call(standaloneAlerts.get, { id: "a1" });
  expect(alert).toEqual({ id: "a1", state: "OK" });
  expect(received).toMatchObject([
    { url: "/api/v2/alerts/a1", headers: { authorization: "Bearer bearer-token" } },
  ]);
});

test("a body goes out as JSON and the created service comes back with its password", async () => {
  const { url, received } = await scriptedServer(success({ service: { id: "s1" }, password: "once" }));
  const created = await managedClient(url).call(createService, { body: { name: "orders", numReplicas: 3 } });
  expect(created).toEqual({ service: { id: "s1" }, password: "once" });
  expect(received[0]?.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({ name: "orders", numReplicas: 3 });
});

test("a call names the version of the app and has its own id", async () => {
  const { url, received } = await scriptedServer(success([]));
  const client = managedClient(url);
  for (let calls = 0; calls < 2; calls += 1) await client.call(listBackups, { serviceId });
  const ids = received.map(({ headers }) => headers["x-request-id"]);
  expect(new Set(ids).size).toBe(2);
  expect(ids.every((id) => z.uuid().safeParse(id).success)).toBe(true);
  expect(received[0]?.headers["user-agent"]).toBe(`quartermaster/${packageJson.version}`);
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
] as const)(
  "an answer that is compressed as %s without a request for it is read",
  async (encoding, compress) => {
    const { url } = await scriptedServer((response) => {
      response.writeHead(200, { "content-encoding": encoding });
      response.end(compress(JSON.stringify({ result: [{ id: "b1" }] })));
    });
    expect(await managedClient(url).call(listBackups, { serviceId })).toEqual([{ id: "b1" }]);
  },
);

// Brotli's decoder has let servers in. The bytes are a whole answer, and still aren't decoded.
test.each([
  ["br", brotliCompressSync(JSON.stringify({ result: [] }))],
  ["zstd", Buffer.from("x")],
  ["gzip, br", Buffer.from("x")],
  ["gzip of more than 2 MB", gzipSync(Buffer.alloc(2 * 1024 * 1024 + 1))],
])("an answer in an encoding that isn't read is refused: %s", async (encoding, bytes) => {
  const { url, received } = await scriptedServer((response) => {
    response.writeHead(200, { "content-encoding": encoding.replace(/ of.*/, "") });
    response.end(bytes);
  });
  await expect(managedClient(url).call(listBackups, { serviceId })).rejects.toMatchObject({
    kind: "upstream",
  });
  expect(received.every(({ headers }) => headers["accept-encoding"] === "identity")).toBe(true);
});

test("dates go out as plain days", async () => {
  const { url, received } = await scriptedServer(success({ grandTotalCredits: 0, costs: [] }));
  const query = { from_date: "2026-10-01T00:00:00Z", to_date: "2026-10-15" };
  await managedClient(url).call(readUsageCost, { query });
  expect(received[0]?.url).toBe(
    `/v1/organizations/${organizationId}/usageCost?from_date=2026-10-01&to_date=2026-10-15`,
  );
});

test.each(["", "/", "/cloud/api", "/cloud/api/"])("a base address that ends in %j works", async (suffix) => {
  const { url, received } = await scriptedServer(success([]));
  await managedClient(url + suffix).call(listServices, {});
  expect(received[0]?.url).toBe(`${suffix.replace(/\/$/, "")}/v1/organizations/${organizationId}/services`);
});

test("an id cannot reach another path", async () => {
  const { url, received } = await scriptedServer(success({ id: "s1" }));
  await managedClient(url).call(getService, { serviceId: "a/../b?c#d e" });
  expect(received[0]?.url).toBe(`/v1/organizations/${organizationId}/services/a%2F..%2Fb%3Fc%23d%20e`);
});

test.each(["", ".", "..", "\ud800"])("%j is refused as an id before anything is sent", async (id) => {
  const { url, received } = await scriptedServer(success(null));
  const call = managedClient(url).call(getService, { serviceId: id });
  await expect(call).rejects.toMatchObject({
    kind: "user",
    field: "serviceId",
    message: "That isn't a valid service id. Copy it from the cloud's console or from a list.",
  });
  expect(received).toEqual([]);
});

test("wire names are translated in paths and answers of a managed deployment", async () => {
  const wireNames = WireNames.parse({
    engineVersion: "acmeVersion",
    credits: "ACU",
    observability: "acmescope",
  });
  const { url, received } = await scriptedServer(
    success({ id: "s1", acmeVersion: "26.8" }),
    success({ grandTotalACU: 2, costs: [{ date: "2026-10-01", metrics: { computeACU: 2 }, totalACU: 2 }] }),
    success([{ id: "a1", name: "acmeVersion", totalACU: "a user's own field" }]),
  );
  const client = managedClient(url, {
    connection: { kind: "managed", baseUrl: url, organizationId, wireNames },
  });
  expect(await client.call(getService, { serviceId })).toEqual({ id: "s1", engineVersion: "26.8" });
  const query = { from_date: "2026-10-01", to_date: "2026-10-01" };
  expect(await client.call(readUsageCost, { query })).toMatchObject({
    grandTotalCredits: 2,
    costs: [{ metrics: { computeCredits: 2 }, totalCredits: 2 }],
  });
  // Dashboards and alerts hold people's own names, so nothing there is renamed.
  expect(await client.call(managedAlerts.list, { serviceId })).toMatchObject([
    { totalACU: "a user's own field" },
  ]);
  expect(received[2]?.url).toContain(`/services/${serviceId}/acmescope/alerts`);
});

test.each([
  ["201 with a null result", json(201, { status: 201, result: null })],
  ["200 with an envelope only", json(200, { status: 200 })],
  ["204 with nothing", plain(204, "")],
])("a deletion may be answered by %s", async (_, reply) => {
  const { url } = await scriptedServer(reply);
  await expect(standaloneClient(url).call(standaloneDashboards.delete, { id: "d1" })).resolves.toBeFalsy();
});

test.each([
  ["204 with nothing", plain(204, "")],
  ["200 with nothing", plain(200, "")],
  ["200 with an envelope only", json(200, { status: 200 })],
  ["200 with an error in it", json(200, { error: "BUSY: later" })],
])("%s is not a valid answer to a read, and does not count as an empty list", async (_, reply) => {
  const { url } = await scriptedServer(reply);
  const query = { from_date: "2026-10-01", to_date: "2026-10-01" };
  for (const call of [
    managedClient(url).call(listBackups, { serviceId }),
    managedClient(url).call(readUsageCost, { query }),
  ]) {
    await expect(call).rejects.toMatchObject({
      kind: "upstream",
      message: expect.stringContaining("that I can't read"),
    });
  }
});

test("a null result is an empty list", async () => {
  const { url } = await scriptedServer(success(null));
  expect(await managedClient(url).call(listBackups, { serviceId })).toEqual([]);
});

test("an address with a path that begins with two slashes keeps its host", async () => {
  const { url, received } = await scriptedServer(success([]));
  await managedClient(`${url}//elsewhere.test/api/?query#fragment`).call(listServices, {});
  expect(received[0]?.url).toBe(`//elsewhere.test/api/v1/organizations/${organizationId}/services`);
});

test("lists can be read page by page", async () => {
  const { url, received } = await scriptedServer(json(200, { data: [], meta: { total: 0 } }));
  await standaloneClient(url).call(standaloneDashboards.list, { query: { limit: 50, offset: 100 } });
  expect(received[0]?.url).toBe("/api/v2/dashboards?limit=50&offset=100");
});

test.each([
  [{ total: 7 }, 7],
  [{ total: "7" }, 7],
  [{ total: "many" }, undefined],
  [undefined, undefined],
  ["seven", undefined],
])("a page of a list has the total if the server reports it: %o", async (meta, total) => {
  const { url } = await scriptedServer(json(200, { data: [{ id: "d1" }], meta }));
  const page = await standaloneClient(url).call(standaloneDashboards.page, {});
  expect(page).toEqual({ items: [{ id: "d1" }], ...(total !== undefined && { total }) });
});

test("credentials are read for each call", async () => {
  const { url, received } = await scriptedServer(success([]));
  const secrets = ["first", "second"];
  const client = managedClient(url, {
    credentials: async () => ({ keyId: "id", keySecret: secrets.shift() ?? "none" }),
  });
  await client.call(listServices, {});
  await client.call(listServices, {});
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    `Basic ${btoa("id:first")}`,
    `Basic ${btoa("id:second")}`,
  ]);
});

test("invalid input is refused with every reason before anything is sent", async () => {
  const { url, received } = await scriptedServer(success(null));
  const call = managedClient(url).call(createService, { body: { numReplicas: 21, idleTimeoutMinutes: 1 } });
  await expect(call).rejects.toMatchObject({
    kind: "user",
    field: "numReplicas",
    operation: "POST /v1/organizations/{organizationId}/services",
    message:
      "Number of replicas must be a whole number between 1 and 20. Idle timeout must be at least 5 minutes.",
  });
  expect(received).toEqual([]);
});

test("a mistake deep in a body is reported with its path", async () => {
  const body = { name: "API", tiles: [{ x: Number.NaN }] };
  const call = standaloneClient("http://127.0.0.1:1").call(standaloneDashboards.update, { id: "d1", body });
  await expect(call).rejects.toMatchObject({
    kind: "user",
    field: "tiles",
    message: "tiles.0.x: must be a number.",
  });
});

test("an operation of the other deployment is refused, with what to do", async () => {
  await expect(standaloneClient("http://127.0.0.1:1").call(listServices, {})).rejects.toMatchObject({
    kind: "user",
    message: "This needs a connection to the cloud's management API. Choose another connection.",
  });
  await expect(
    managedClient("http://127.0.0.1:1").call(standaloneAlerts.get, { id: "a" }),
  ).rejects.toMatchObject({
    kind: "user",
    message: "This needs a connection to a stand-alone observability server. Choose another connection.",
  });
});

test.each(["not an address", "ftp://example.com"])("%j as an address asks for an admin", async (address) => {
  await expect(managedClient(address).call(listServices, {})).rejects.toMatchObject({
    kind: "auth",
    message: expect.stringContaining("Ask an admin to set CLOUD_BASE_URL"),
  });
});

test.each([
  [{ token: "line\nbreak" }, "The connection's token holds a space, a line break or another odd character."],
  [{ token: "" }, "The connection's token is empty."],
  [{ keyId: "a:b", keySecret: "s" }, "The connection's key id holds a colon."],
  [{ keyId: "a", keySecret: "" }, "The connection's key secret is empty."],
])(
  "credentials that no server could take are reported without being shown (%#)",
  async (credentials, sentence) => {
    const client = managedClient("http://127.0.0.1:1", { credentials: async () => credentials });
    await expect(client.call(listServices, {})).rejects.toMatchObject({
      kind: "auth",
      message: `${sentence} Ask an admin to store it again.`,
    });
  },
);
