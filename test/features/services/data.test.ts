import { expect, test } from "vitest";
import { extended } from "../../../src/lib/cache.ts";
import { type ApprovalContent, sealContent } from "../../../src/features/services/approval/content.ts";
import type { Preset } from "../../../src/features/services/presets/presets.ts";
import { policy } from "./approval/fixture.ts";
import { callerIn, dataOf } from "../../support/data-of.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { serviceNamed } from "../../support/reference-server.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const read = (name: string, args = {}) => dataOf(callerIn(environment), name, args);

const letters = "abcdefghij".split("");

/** Adds services of the cloud under other names, so each has facts. */
async function addServices(...names: string[]): Promise<void> {
  const { context } = callerIn(environment);
  const { id: serviceId } = await serviceNamed(environment, "orders prod");
  for (const [index, name] of names.entries()) {
    const id = index === 0 ? serviceId : `0b6f1f0c-6a0e-4a7b-9d4e-${String(index).padStart(12, "0")}`;
    const added = { addedBy: "U0ADAPARK1", addedAt: "2026-11-20T10:00:00.000Z" };
    await context.services.add({ name, serviceId: id, connection: "default", ...added });
  }
}

test("a workspace without anything has empty lists", async () => {
  expect(await read("services_list")).toMatchObject({ services: [], total: 0 });
  expect(await read("approvals_list")).toEqual({ waiting: [], total: 0 });
});

test("without a connection, programs get the words that people read", async () => {
  const { context, asker } = callerIn(environment);
  const connections = { ...context.connections, list: async () => [] };
  for (const [name, args] of [
    ["services_list", {}],
    ["presets_list", {}],
    ["services_show", { service: "orders prod" }],
  ] as const)
    await expect(
      dataOf({ context: extended(context, { connections }), asker }, name, args),
    ).rejects.toMatchObject({
      kind: "user",
      message: expect.stringContaining("Connect a database cloud first."),
    });
});

test("a list has the facts, the size and the place of each service, and its next page", async () => {
  await addServices("orders prod", ...letters.slice(1, 9));
  const first = await read("services_list");
  expect(first).toMatchObject({ total: 9, next: { page: 2 } });
  const last = await read("services_list", { after: "i" });
  expect(last).toMatchObject({
    services: [
      {
        name: "orders prod",
        state: "running",
        creditsThisMonth: expect.stringMatching(/^\d+(\.\d+)?$/),
        lastGoodBackupAt: expect.any(String),
        failedBackupsSince: expect.any(Number),
        region: "eu-west-1",
        minReplicaMemoryGb: 16,
        addedBy: "U0ADAPARK1",
      },
    ],
  });
  expect(last["next"]).toBeUndefined();
  // A page behind the last one is the last one.
  expect(await read("services_list", { page: 9 })).toMatchObject({
    services: [{ name: "orders prod" }],
    total: 9,
  });
});

test("a service has what its cloud says, without secrets", async () => {
  const shown = await read("services_show", { service: "orders prod" });
  expect(shown).toMatchObject({
    name: "orders prod",
    source: "live",
    ipAccessList: [{ source: "203.0.113.0/24" }],
  });
  await expect(read("services_show", { service: "invoices" })).rejects.toMatchObject({ kind: "missing" });
});

test("what a cloud does not say is left out", async () => {
  await environment.faults({ kind: "status", status: 503 });
  expect(await read("services_show", { service: "b" })).toMatchObject({ name: "b", source: "none" });
  expect(await read("services_list")).toMatchObject({ total: 9, services: expect.any(Array) });
});

const preset: Preset = {
  name: "small staging",
  description: "For <tests> & trials",
  fields: { provider: "aws", numReplicas: 999, minReplicaMemoryGb: 8 },
  savedBy: "U1",
  savedAt: "2026-11-20T10:00:00.000Z",
};

test("presets have what they set, and what is no longer allowed of it", async () => {
  const { context } = callerIn(environment);
  for (const name of [preset.name, ...letters]) await context.presets.set(name, { ...preset, name });
  expect(await read("presets_list")).toMatchObject({ total: 11, next: { page: 2 } });
  const last = await read("presets_list", { after: "j" });
  expect(last).toEqual({ presets: [await read("presets_show", { preset: "small staging" })], total: 11 });
  expect(last["presets"]).toMatchObject([
    {
      description: preset.description,
      settings: preset.fields,
      problems: [{ field: "numReplicas", message: expect.any(String) }],
    },
  ]);
});

test("approvals have the policy and the requests that wait, without their settings", async () => {
  const { context } = callerIn(environment);
  await context.approvalPolicies.set("policy", policy);
  const key = "k".repeat(32);
  const content: ApprovalContent = {
    id: "a1",
    requesterId: "U1",
    requesterName: "ada",
    connection: "default",
    showsConnection: false,
    request: { name: "orders prod", provider: "aws", region: "eu-west-1", encryptionKey: key },
    policy,
    because: "every service needs it",
    toKnow: [],
    askedAt: "2026-11-20T10:00:00.000Z",
    expiresAt: "2026-11-27T10:00:00.000Z",
  };
  await context.approvals.open(
    { id: content.id, sealed: sealContent(content, context) },
    new Date(content.expiresAt),
  );
  const found = await read("approvals_list");
  expect(found).toMatchObject({
    policy: { channelId: "C1", groupId: "S1", quorum: 1 },
    waiting: [{ id: "a1", name: "orders prod", approvals: 0, quorum: 1, expiresAt: content.expiresAt }],
    total: 1,
  });
  expect(JSON.stringify(found)).not.toContain(key);
});
