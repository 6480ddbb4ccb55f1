import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { mostCreditsAMonth, priceOf } from "../../src/features/costs/index.ts";
import { acceptCreation, createServiceForm, creationOffer } from "../../src/features/services/index.ts";
import type { HardLimits } from "../../src/features/services/hard-limits/record.ts";
import { openApproval } from "../../src/features/services/approval/content.ts";
import { wakeApproval } from "../../src/features/services/approval/ask.ts";
import type { Preset } from "../../src/features/services/presets/presets.ts";
import { sealedRequest } from "../../src/features/services/provisioning/submission.ts";
import { AppError } from "../../src/lib/errors.ts";
import { hashText } from "../../src/lib/hash.ts";
import { moneyOf } from "../../src/lib/money.ts";
import { ServiceRequest } from "../../src/platform/cloud/services/request.ts";
import { callerIn } from "../support/data-of.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { draftOf } from "../support/form-state.ts";
import { serviceNamed } from "../support/reference-server.ts";
import { amount } from "../support/soak.ts";
import { until } from "../support/until.ts";
import { policy } from "../features/services/approval/fixture.ts";

const rate = 0.25;
const price = { amount: "0.30", currency: "EUR" };
const environment = useTestEnvironment({
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000", COMPUTE_CREDITS_PER_GB_HOUR: String(rate) }),
});
// Kept, because the created services would change what is usual.
const usualReplicas = 4;
const basis = {
  connection: "default",
  rate: { status: "admin", creditsPerGbHour: String(rate) },
  usualReplicas,
} as const;
let serial = 0;

beforeAll(async () => {
  const { connections, creditPrices, computeRates } = callerIn(environment).context;
  // The environment's connection is saved when it is read.
  await connections.list();
  await creditPrices.set("default", price);
  await computeRates.save("default", { usualReplicas });
});

const memory = fc.constantFrom(8, 16, 32, 64, 120);
const size = fc
  .record({
    one: memory,
    other: memory,
    replicas: fc.option(fc.integer({ min: 2, max: 5 }), { nil: undefined }),
  })
  .map(({ one, other, replicas }) => ({
    numReplicas: replicas,
    minReplicaMemoryGb: Math.min(one, other),
    maxReplicaMemoryGb: Math.max(one, other),
  }));
/** Some leave their size to the cloud, which no limit can allow. */
const wanted = fc.oneof({ weight: 6, arbitrary: size }, { weight: 1, arbitrary: fc.constant({}) });
const doors = ["form", "preset", "workflow", "program", "restore", "queue"] as const;
type Door = (typeof doors)[number];

function requestOf(sizes: object): ServiceRequest {
  serial += 1;
  return ServiceRequest.parse({
    name: `limited ${serial}`,
    provider: "aws",
    region: "eu-west-1",
    ipAccessList: [{ source: "203.0.113.0/24" }],
    ...sizes,
  });
}

async function savePreset({ name = "", ...fields }: ServiceRequest): Promise<Preset> {
  const { presets, now } = callerIn(environment).context;
  const preset = { name: `as ${name}`, fields, savedBy: "U1", savedAt: now().toISOString() };
  await presets.set(preset.name, preset);
  return preset;
}

/** Asks for a service through a door, and waits until it is refused, failed or created. */
async function ask(door: Door, request: ServiceRequest): Promise<void> {
  const { context, asker } = callerIn(environment);
  const { userId } = asker;
  const submission = { workspaceId: context.workspaceId, userId, userName: "Ada", connection: "default" };
  const finished = (requestId: string) =>
    until(async () => {
      const progress = await context.requests.find(requestId);
      return progress?.status === "failed" || progress?.status === "created";
    });
  switch (door) {
    case "form":
    case "restore": {
      const formId = randomUUID();
      const values = {
        ...request,
        ipAccessList: "203.0.113.0/24",
        size: "custom",
        ...(door === "restore" ? { backupId: randomUUID() } : {}),
      };
      const draft = draftOf(createServiceForm, {
        formId,
        userId,
        values,
        facts: { connections: ["default"] },
      });
      const accepted = await createServiceForm.accept({ ...draft, viewId: "V1", userName: "Ada" }, context);
      return typeof accepted === "object" && "problems" in accepted ? undefined : finished(`${formId}-1`);
    }
    case "preset": {
      const preset = await savePreset(request);
      const { creation } = await creationOffer({ name: request.name, preset: preset.name }, context, asker);
      const id = `offer-${randomUUID()}`;
      if (!creation) return;
      await acceptCreation(id, creation, context, asker);
      return finished(id);
    }
    case "program": {
      const id = `offer-${randomUUID()}`;
      const creation = { connection: "default", request };
      const refused = await acceptCreation(id, creation, context, asker).catch((error: unknown) => error);
      return refused instanceof AppError ? undefined : finished(id);
    }
    case "workflow": {
      const { name: preset, savedAt } = await savePreset(request);
      const key = randomUUID();
      const approved = { name: preset, preset, presetSavedAt: savedAt, requesterId: userId };
      const by = { keyHash: hashText(key), approvedBy: userId, approvedAt: savedAt };
      await context.approvedWorkflows.approve({ ...approved, ...by });
      const inputs = { preset, name: request.name, requester: userId, approval_key: key };
      await environment.ada.waitForStep(await environment.ada.runStep("create_database_service", inputs));
      await context.approvedWorkflows.withdraw(preset);
      return;
    }
    case "queue": {
      // As a future door might, without any check of its own.
      const id = `queue-${randomUUID()}`;
      await context.creations.accept(id, { ...submission, ...sealedRequest(request, context) });
      return finished(id);
    }
  }
}

function isAllowed(request: ServiceRequest, { price: limit }: Pick<HardLimits, "price">): boolean {
  const most = mostCreditsAMonth(priceOf(request, basis));
  if (most === undefined || !limit) return false;
  return (limit.unit === "credits" ? most : moneyOf(most, price)).lte(limit.most);
}

/** The names of the services that the cloud created. */
const created = async (): Promise<ReadonlySet<string | undefined>> =>
  new Set(
    (await environment.received("POST")).flatMap(({ path, status, body }) =>
      path.endsWith("/services") && status !== undefined && status !== null && status < 300
        ? [z.object({ name: z.string() }).parse(body).name]
        : [],
    ),
  );

test("no door creates a service above the limit, and each creates what the limit allows", async () => {
  const { context, asker } = callerIn(environment);
  const limit = fc.record({
    // Also in few runs, as many high limits as low ones.
    most: fc.noBias(fc.integer({ min: 500, max: 40_000 })).map(String),
    unit: fc.constantFrom("credits", "EUR"),
  });
  const batch = fc.array(fc.record({ door: fc.constantFrom(...doors), sizes: wanted }), {
    minLength: 6,
    maxLength: 6,
  });
  const counts = { allowed: 0, denied: 0 };
  await fc.assert(
    fc.asyncProperty(limit, batch, async (most, asked) => {
      const setAt = context.now().toISOString();
      const limits = { price: most, teamOverBudget: false, setBy: asker.userId, setAt };
      await context.hardLimits.set("deny", limits);
      const requests = asked.map(({ door, sizes }) => ({ door, request: requestOf(sizes) }));
      await Promise.all(requests.map(({ door, request }) => ask(door, request)));
      const there = await created();
      for (const { door, request } of requests) {
        const allowed = isAllowed(request, limits);
        counts[allowed ? "allowed" : "denied"] += 1;
        // The cloud has no such backup.
        if (door === "restore" && allowed) continue;
        expect([door, request, there.has(request.name)]).toEqual([door, request, allowed]);
      }
    }),
    { numRuns: amount({ usual: 8, soak: 20 }), endOnFailure: true },
  );
  expect(counts.allowed).toBeGreaterThan(5);
  expect(counts.denied).toBeGreaterThan(5);
  await context.hardLimits.set("deny", undefined);
});

test("a limit that is set after a service was asked for holds when it is approved", async () => {
  const { context, asker } = callerIn(environment);
  await context.hardLimits.set("deny", undefined);
  await context.approvalPolicies.set("policy", {
    ...policy,
    channelId: environment.slack.channels[0]?.id ?? "",
  });
  const request = requestOf({ numReplicas: 3, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 64 });
  const id = `offer-${randomUUID()}`;
  await acceptCreation(id, { connection: "default", request }, context, asker);
  const kept = await context.approvals.find(id);
  const approval = kept && openApproval(kept, context);
  if (!approval) throw new Error("Approval was not asked for.");
  const setAt = context.now().toISOString();
  const limits = { price: { most: "100", unit: "credits" }, teamOverBudget: false, setBy: "U1", setAt };
  await context.hardLimits.set("deny", limits);
  const ground = { ...approval, quorum: 1, formId: "", draftRevision: undefined };
  await context.approvals.approve(ground, { userId: "UBEA", at: setAt });
  await wakeApproval(id, context);
  await until(async () => (await context.approvals.find(id))?.notes.effect !== undefined);
  expect((await context.approvals.find(id))?.notes.effect).toContain("over the limit of 100 credits");
  expect((await created()).has(request.name)).toBe(false);
  await context.approvalPolicies.set("policy", undefined);
  await context.hardLimits.set("deny", undefined);
});

test.each([
  ["one of its services", (service: { serviceId: string; name: string }) => ({ service })],
  ["its own", (_: unknown, team: object) => ({ team })],
])("a team over a budget of %s creates nothing, and neither does no team", async (_, scopeOf) => {
  const { context, asker } = callerIn(environment);
  const { id: serviceId, name } = await serviceNamed(environment, "orders prod");
  const at = context.now().toISOString();
  const service = { serviceId, name };
  await context.services.add({ ...service, connection: "default", addedBy: "U1", addedAt: at });
  const team = { kind: "name", name: "Checkout" } as const;
  await context.owners.set(service.serviceId, {
    ...service,
    connection: "default",
    team,
    since: at,
    by: "U1",
  });
  const facts = { channelId: "C1", connection: "default", createdBy: "U1", createdAt: at };
  const state = { periods: [], judged: [] };
  const budget = { ...facts, id: "b", kind: "budget", every: "monthly", credits: "0.01", state };
  await context.schedules.add({ ...budget, ...scopeOf(service, team) });
  await context.hardLimits.set("deny", { teamOverBudget: true, setBy: "U1", setAt: at });
  const outcomes = new Map<string | undefined, string>();
  for (const name of ["checkout", "Search", undefined]) {
    const id = `queue-${randomUUID()}`;
    const request = requestOf({ numReplicas: 2, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 8 });
    const submission = { workspaceId: context.workspaceId, userId: asker.userId, userName: "Ada" };
    const owner = { team: name };
    await context.creations.accept(id, { ...submission, connection: "default", owner, request });
    await until(async () => ["failed", "created"].includes((await context.requests.find(id))?.status ?? ""));
    const progress = await context.requests.find(id);
    outcomes.set(name, progress?.status === "failed" ? progress.message : "created");
  }
  expect(outcomes.get("checkout")).toMatch(
    /^The team Checkout is over budget: [\d.,]+ \(€[\d.,]+\) of its monthly budget of/,
  );
  expect(outcomes.get("Search")).toBe("created");
  expect(outcomes.get(undefined)).toContain("Say which team it belongs to");
  await context.hardLimits.set("deny", undefined);
});
