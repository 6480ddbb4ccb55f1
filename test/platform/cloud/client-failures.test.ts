import { expect, test } from "vitest";
import { listBackups } from "../../../src/platform/cloud/services/backup.ts";
import type { CloudClient } from "../../../src/platform/cloud/client.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import { standaloneAlerts } from "../../../src/platform/cloud/observability/alert.ts";
import {
  json,
  managedClient,
  plain,
  type Reply,
  scriptedServer,
  standaloneClient,
} from "./scripted-server.ts";
import { failure } from "../../support/failure.ts";
import { rowsIn } from "../../support/rows.ts";

const create = (client: CloudClient) => client.call(createService, { body: { name: "orders" } });
const read = (client: CloudClient) => client.call(listBackups, { serviceId: "s" });

async function failureOf(reply: Reply, call: (client: CloudClient) => Promise<unknown> = create) {
  const { url } = await scriptedServer(reply);
  return failure(call(managedClient(url)));
}

const error = (code: string) => ({ requestId: "req-1", error: code, status: 0 });

test.each(
  rowsIn(`
    401 | UNAUTHORIZED: bad key | auth | The cloud refused the key (401). Ask an admin to check CLOUD_KEY_ID_REF and CLOUD_KEY_SECRET_REF, or the connection's key.
    403 | FORBIDDEN: the key may only read | forbidden | The cloud doesn't allow this with the key (403): the key may only read. Ask an admin for a key that can do it.
    404 | NOT_FOUND: no such organization | missing | The cloud can't find it (404): no such organization. Check the id: it may have been deleted.
    409 | CONFLICT: the name is taken | conflict | The cloud says that something else changed it first (409): the name is taken. Check its current state, then try again.
    400 | BAD_REQUEST: numReplicas must be at most 3 in tier BASIC. | user | The cloud didn't accept this (400): numReplicas must be at most 3 in tier BASIC.
    429 | TOO_MANY_REQUESTS | limited | The cloud takes no more requests right now (429). Try again in a minute.
    500 | INTERNAL: oops | upstream | The cloud returned an error (500). It may have worked anyway: check before you try again.
    504 | GATEWAY: oops | upstream | The cloud returned an error (504). It may have worked anyway: check before you try again.
  `),
)("a creation that is answered %s %s fails as %s: %s", async (status, code = "", kind, message) => {
  const operation = "POST /v1/organizations/{organizationId}/services";
  const failed = await failureOf(json(Number(status), error(code)));
  expect(failed).toMatchObject({ operation, kind, message, retryAfterMs: undefined });
});

test.each([
  [400, error("BAD_REQUEST: numReplicas must be at most 3 in tier BASIC."), "numReplicas"],
  [422, { error: { message: "region is closed" } }, "region"],
  [400, { message: "Bad value", field: "byocId" }, "byocId"],
  [400, { message: "Bad value", field: "nothing of ours" }, undefined],
  [418, {}, undefined],
])("the refusal %i %j is about the field %s", async (status, body, field) => {
  expect(await failureOf(json(status, body))).toMatchObject({ kind: "user", field });
});

test("what happened and what to do are two sentences", async () => {
  const { happened } = await failureOf(json(500, error("INTERNAL: oops")));
  expect(happened).toBe("The cloud returned an error (500).");
});

test.each([
  [500, { outcomeUnknown: true, answered: true }],
  [503, { outcomeUnknown: true, answered: true }],
  [507, { outcomeUnknown: true, answered: true }],
  // A gateway answered. The server behind it may still be working.
  [502, { outcomeUnknown: true, answered: false }],
  [504, { outcomeUnknown: true, answered: false }],
  // "Not implemented" and "version not supported" come before any work.
  [501, { outcomeUnknown: false, answered: true }],
  [505, { outcomeUnknown: false, answered: true }],
])("the failure of a creation that is answered by %i says if it may have been done", async (status, told) => {
  expect(await failureOf(json(status, error("INTERNAL: oops")))).toMatchObject(told);
});

test("a read that fails with 500 has no unknown outcome", async () => {
  expect(await failureOf(json(500, {}), read)).toMatchObject({ outcomeUnknown: false });
});

test.each([
  ["HTML", plain(404, "<!DOCTYPE html><pre>Cannot POST /v1/organizations</pre>")],
  ["a router's text", plain(404, "Cannot POST /v1/organizations")],
  ["405", plain(405, "Method Not Allowed")],
])("%s shows that the server does not have the operation, unlike a missing thing", async (_, reply) => {
  expect(await failureOf(reply)).toMatchObject({
    kind: "missing",
    unserved: true,
    message: expect.stringMatching(/^The cloud doesn't support this \(40[45]\)\./),
  });
});

test("a 404 in plain text means that the thing is missing", async () => {
  expect(await failureOf(plain(404, "Not found"))).toMatchObject({ kind: "missing", unserved: false });
});

test("an operation that is not implemented is unserved and is not retried", async () => {
  const { url, received } = await scriptedServer(plain(501, "Not Implemented"));
  const call = managedClient(url).call(listBackups, { serviceId: "s" });
  await expect(call).rejects.toMatchObject({ kind: "upstream", unserved: true });
  expect(received).toHaveLength(1);
});

test("a gateway's HTML is not shown to people", async () => {
  const failure = await failureOf(plain(502, "<html><body><h1>502 Bad Gateway</h1>nginx</body></html>"));
  expect(failure.kind).toBe("upstream");
  expect(failure.message).not.toMatch(/html|nginx/);
});

test.each([
  [
    "a list of texts",
    { errors: ["name is taken", "region is closed"] },
    "name is taken; region is closed",
    "name",
  ],
  ["a list of objects", { errors: [{ field: "region", message: "is closed" }] }, "is closed", "region"],
  ["lists by field", { errors: { region: ["is closed"] } }, "region: is closed", "region"],
  ["RFC 9457", { type: "x", title: "Bad Request", detail: "name is taken" }, "name is taken", "name"],
  [
    "a code beside its details",
    { error: "BAD", details: [{ path: ["body", "name"], message: "taken" }] },
    "taken",
    "name",
  ],
  ["a pointer", { detail: [{ loc: "#/region", msg: "closed" }] }, "closed", "region"],
  ["a bare text", "name is taken", "name is taken", "name"],
  ["a bare list", [{ message: "name is taken" }], "name is taken", "name"],
])("a server's reason is found in %s", async (_, body, words, field) => {
  const message = `The cloud didn't accept this (400): ${words}.`;
  expect(await failureOf(json(400, body))).toMatchObject({ kind: "user", message, field });
});

test("an error body that is too deep says nothing", async () => {
  const deep = (left: number): object => (left === 0 ? { message: "deep" } : { error: deep(left - 1) });
  expect((await failureOf(json(400, deep(100)))).message).toBe("The cloud didn't accept this (400).");
});

test("a server's long text becomes one short line without markup", async () => {
  const failure = await failureOf(plain(400, `<b>Bad</b>\n\tthing \u0000${"x".repeat(5_000)}`));
  expect(failure.message).toMatch(/^The cloud didn't accept this \(400\): Bad thing x+…\.$/);
  expect(failure.message.length).toBeLessThan(350);
});

test("a redirect is not followed, because it would take the key along", async () => {
  const elsewhere = await scriptedServer(json(200, {}));
  const failure = await failureOf(plain(302, "", { location: elsewhere.url }));
  expect(failure).toMatchObject({
    kind: "upstream",
    message:
      "The cloud redirected us to another address (302). Ask an admin to check CLOUD_BASE_URL, or the connection's address.",
  });
  expect(elsewhere.received).toEqual([]);
});

test.each([
  ["the body", json(400, error("X: y")), "req-1"],
  ["the header", plain(400, "no", { "x-request-id": "req-2" }), "req-2"],
  ["neither, if it is not plain", json(400, { requestId: "<!channel> look" }), undefined],
])("the request id to quote is taken from %s", async (_, reply, requestId) => {
  expect(await failureOf(reply)).toMatchObject({ requestId });
});

test("a stand-alone server's refusal names the token", async () => {
  const { url } = await scriptedServer(plain(401, "Unauthorized"));
  await expect(standaloneClient(url).call(standaloneAlerts.get, { id: "a" })).rejects.toMatchObject({
    kind: "auth",
    operation: "GET /api/v2/alerts/{id}",
    message:
      "The observability server refused the token (401). Ask an admin to check OBSERVABILITY_TOKEN_REF, or the connection's token.",
  });
});
