import { inspect } from "node:util";
import { expect, test } from "vitest";
import { operations } from "./operations.ts";
import { failure } from "../support/failure.ts";
import { cloudInTest, control, organizationOf } from "../support/asking.ts";
import { clientFor } from "./contract-client.ts";
import { endless, faultsOf } from "./failures.ts";
import { managementCases } from "./management-cases.ts";

const faultsByOperation = Object.entries(managementCases).flatMap(([name, { prepare, call }]) =>
  faultsOf(name).map((failing) => ({ name, prepare, call, ...failing })),
);

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
