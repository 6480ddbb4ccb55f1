import { inspect } from "node:util";
import { expect, test } from "vitest";
import { operations } from "./operations.ts";
import type { ReferenceCloud } from "@quartermaster/reference-cloud";
import { cloudInTest, control, organizationOf } from "../support/asking.ts";
import { clientFor } from "./contract-client.ts";
import { endless, failure, faults } from "./failures.ts";
import { managementCases } from "./management-cases.ts";

const uuid = /^[0-9a-f-]{36}$/;

const faultsByOperation = Object.entries(managementCases).flatMap(([name, { prepare, call }]) =>
  faults.map(([fault, kind]) => ({ name, prepare, call, fault, kind, shown: JSON.stringify(fault) })),
);

async function received(cloud: ReferenceCloud): Promise<unknown> {
  return (await control(cloud, "/requests", undefined, "GET")).body;
}

test.each(faultsByOperation)(
  "$name fails as $kind under the fault $shown",
  async ({ name, prepare, call, fault, kind }) => {
    const cloud = await cloudInTest();
    const organization = organizationOf(cloud, "SCALE");
    await prepare?.(cloud, clientFor(cloud, organization), organization);
    await control(cloud, "/faults", [{ ...fault, match: { operation: name } }]);
    const client = clientFor(cloud, organization, {
      limits: { callTimeoutMs: fault === endless ? 300 : 30_000 },
    });

    const error = await failure(call(client, organization));
    expect(error.kind).toBe(kind);
    expect(error.operation).toMatch(/^(GET|POST|PATCH|DELETE) \/v1\/organizations\/\{organizationId\}/);
    expect(inspect(error, { depth: 9 })).not.toContain(organization.keySecret);
  },
);

test.each([
  [{ kind: "drop-before" }, 0],
  [{ kind: "drop-after" }, 1],
  [{ kind: "malformed", cut: "json" }, 1],
  [{ kind: "malformed", cut: "connection" }, 1],
  [{ kind: "html", status: 504 }, 0],
])(
  "a creation with its answer lost to %j is sent once, and its outcome is unknown",
  async (fault, created) => {
    const cloud = await cloudInTest();
    const organization = organizationOf(cloud, "BASIC");
    await control(cloud, "/faults", [{ ...fault, times: 1 }]);
    const client = clientFor(cloud, organization);

    const error = await failure(client.call(operations.createService, { body: { name: "orders" } }));
    expect(error.outcomeUnknown).toBe(true);
    expect(await received(cloud)).toMatchObject([
      { method: "POST", operation: "createService", body: { name: "orders" } },
    ]);
    expect(await client.call(operations.listServices, {})).toHaveLength(created);
  },
);

test.each([500, 503, 429])("a creation that was answered %i is sent once", async (status) => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "status", status }]);
  const client = clientFor(cloud, organizationOf(cloud, "BASIC"));
  await failure(client.call(operations.createService, { body: {} }));
  expect(await received(cloud)).toHaveLength(1);
});

test.each([{ kind: "drop-before" }, { kind: "status", status: 503 }, { kind: "status", status: 429 }])(
  "a read survives one %j",
  async (fault) => {
    const cloud = await cloudInTest();
    await control(cloud, "/faults", [{ ...fault, times: 1 }]);
    const client = clientFor(cloud, organizationOf(cloud, "SCALE"));
    expect(await client.call(operations.listServices, {})).toHaveLength(2);
    expect(await received(cloud)).toHaveLength(2);
  },
);

test("a failure keeps the server's request id for the person to quote", async () => {
  const cloud = await cloudInTest();
  const client = clientFor(cloud, organizationOf(cloud, "SCALE"));
  const error = await failure(client.call(operations.getService, { serviceId: "unknown" }));
  expect(error).toMatchObject({ kind: "missing", requestId: expect.stringMatching(uuid), unserved: false });
});

test("a route that is not served is not mistaken for a missing thing", async () => {
  const cloud = await cloudInTest();
  await control(cloud, "/faults", [{ kind: "unserved", match: { operation: "listServices" } }]);
  const client = clientFor(cloud, organizationOf(cloud, "SCALE"));
  expect(await failure(client.call(operations.listServices, {}))).toMatchObject({
    kind: "missing",
    unserved: true,
  });
});

test("a wrong secret fails as auth, another organization's key as forbidden", async () => {
  const cloud = await cloudInTest();
  const scale = organizationOf(cloud, "SCALE");
  const { organizationId } = organizationOf(cloud, "BASIC");
  const wrong = clientFor(cloud, { ...scale, keySecret: "wrong" });
  expect((await failure(wrong.call(operations.listServices, {}))).kind).toBe("auth");
  const stranger = clientFor(cloud, { ...scale, organizationId });
  expect((await failure(stranger.call(operations.listServices, {}))).kind).toBe("forbidden");
});

test("a rule that only the organization knows fails as user and names the field", async () => {
  const cloud = await cloudInTest();
  const client = clientFor(cloud, organizationOf(cloud, "BASIC"));
  const error = await failure(client.call(operations.createService, { body: { maxReplicaMemoryGb: 356 } }));
  expect(error).toMatchObject({ kind: "user", field: "maxReplicaMemoryGb", outcomeUnknown: false });
  expect(error.message).toContain("at most 120 GB");
});

test("a key past its rate limit fails as limited, with the server's wait", async () => {
  const cloud = await cloudInTest({ rateLimit: true });
  const client = clientFor(cloud, organizationOf(cloud, "SCALE"), { limits: { callTimeoutMs: 9000 } });
  for (let sent = 0; sent < 10; sent += 1) await client.call(operations.listServices, {});
  const error = await failure(client.call(operations.listServices, {}));
  expect(error).toMatchObject({ kind: "limited", retryAfterMs: 10_000 });
});
