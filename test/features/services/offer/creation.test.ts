import { expect, test } from "vitest";
import { Creation, acceptCreation, creationOffer } from "../../../../src/features/services/index.ts";
import type { Preset } from "../../../../src/features/services/presets/presets.ts";
import { callerIn } from "../../../support/data-of.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { until } from "../../../support/until.ts";
import { policy } from "../approval/fixture.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });

const preset: Preset = {
  name: "small staging",
  fields: {
    provider: "aws",
    region: "eu-west-1",
    numReplicas: 2,
    minReplicaMemoryGb: 8,
    maxReplicaMemoryGb: 16,
    ipAccessList: [{ source: "203.0.113.0/24", description: "office" }],
  },
  savedBy: "U1",
  savedAt: "2026-11-20T10:00:00.000Z",
};

async function offered(name: string | undefined, fields: object = {}, presetName = "small staging") {
  const { context, asker } = callerIn(environment);
  const kept = { ...preset, name: presetName, fields: { ...preset.fields, ...fields } };
  await context.presets.set(kept.name, kept);
  return creationOffer({ name, preset: presetName }, context, asker);
}

/** Accepts it as it comes back from a record. */
async function accept(requestId: string, creation: Creation | undefined) {
  const { context, asker } = callerIn(environment);
  const kept = Creation.parse(JSON.parse(JSON.stringify(creation)));
  return acceptCreation(requestId, kept, context, { ...asker, userName: "ada", door: "mcp" });
}

const created = async (name: string) =>
  (await environment.received("POST")).filter(({ body }) => JSON.stringify(body).includes(name));

test("an offer has everything that would be sent, its price, and what to know", async () => {
  const offer = await offered("orders staging");
  expect(offer).toMatchObject({
    price: expect.stringContaining("*Estimate:*"),
    problems: [],
    creation: { connection: "default", request: { ...preset.fields, name: "orders staging" } },
  });
  const lines = offer.lines.join("\n");
  for (const sent of ["orders staging", "eu-west-1", "8 GB", "16 GB", "203.0.113.0/24", "office"])
    expect(lines).toContain(sent);
  expect(offer.toKnow.length).toBeGreaterThan(0);
  expect(offer.needsApproval).toBeUndefined();
});

test("an offer that is not complete or not allowed says why, and cannot be accepted", async () => {
  const { context, asker } = callerIn(environment);
  const nameless = await offered(undefined);
  expect(nameless).toMatchObject({ creation: undefined, problems: [expect.any(String)] });
  const open = await offered("open", { ipAccessList: [{ source: "0.0.0.0/0" }] }, "open preset");
  expect(open).toMatchObject({ creation: undefined, problems: [expect.any(String)] });
  const invalid = await offered("invalid", { numReplicas: 99 }, "invalid preset");
  expect(invalid.problems).not.toEqual([]);
  await context.services.add({
    name: "taken",
    serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
    connection: "default",
    addedBy: "U1",
    addedAt: "2026-11-20T10:00:00.000Z",
  });
  expect((await offered("taken")).problems).toEqual([expect.stringContaining("taken")]);
  await expect(creationOffer({ preset: "no such preset" }, context, asker)).rejects.toMatchObject({
    kind: "missing",
  });
});

test("a name that was taken meanwhile, or a role that was lost, creates nothing", async () => {
  const { context, asker } = callerIn(environment);
  const { creation } = await offered("too late");
  if (!creation) throw new Error("Nothing was offered.");
  const viewer =
    environment.slack.users.find(({ name }) => name === "Ben Ortiz") ?? environment.slack.users[1];
  await expect(
    acceptCreation("offer-2", creation, context, { ...asker, userId: viewer?.id ?? "" }),
  ).rejects.toMatchObject({ kind: "forbidden" });
  await context.services.add({
    name: "too late",
    serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a11",
    connection: "default",
    addedBy: "U1",
    addedAt: "2026-11-20T10:00:00.000Z",
  });
  await expect(accept("offer-3", creation)).rejects.toMatchObject({ kind: "conflict" });
  expect(await created("too late")).toEqual([]);
});

test("where approval is needed, accepting asks for it", async () => {
  const { context } = callerIn(environment);
  const channelId = environment.slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  await context.approvalPolicies.set("policy", { ...policy, channelId });
  const offer = await offered("needs approval");
  expect(offer.needsApproval).toContain("approv");
  const { text } = await accept("offer-4", offer.creation);
  expect(text).toContain("approv");
  expect((await context.approvals.pending()).map(({ id }) => id)).toEqual(["offer-4"]);
  await accept("offer-4", offer.creation);
  await until(async () => (await context.approvals.pending()).length === 1);
  expect(await created("needs approval")).toEqual([]);
  await context.approvalPolicies.set("policy", undefined);
});
