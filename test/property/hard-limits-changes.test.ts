import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  type PriceBasis,
  mostCreditsAMonth,
  priceOf,
  readPriceBasis,
} from "../../src/features/costs/index.ts";
import { changeServiceForm } from "../../src/features/lifecycle/change/form.ts";
import { acceptChange, partsBetween, shapeOf } from "../../src/features/lifecycle/changes/change.ts";
import type { ChangeProgress, Shape } from "../../src/features/lifecycle/changes/progress.ts";
import { openApproval } from "../../src/features/services/approval/content.ts";
import { wakeApproval } from "../../src/features/services/approval/ask.ts";
import { getService, scaleService } from "../../src/platform/cloud/services/service.ts";
import { policy } from "../features/services/approval/fixture.ts";
import { callerIn } from "../support/data-of.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { draftOf } from "../support/form-state.ts";
import { serviceNamed } from "../support/reference-server.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment({
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});
/** What compute costs here, as the usage of the service says. */
let basis: PriceBasis;
let service: { serviceId: string; name: string; connection: string };

beforeAll(async () => {
  const { context, asker } = callerIn(environment);
  const { id: serviceId, name } = await serviceNamed(environment, "orders prod");
  service = { serviceId, name, connection: "default" };
  const added = { addedBy: asker.userId, addedAt: context.now().toISOString() };
  await context.services.add({ ...service, ...added });
  basis = await readPriceBasis(service.connection, context);
});
beforeEach(async () => {
  const { context } = callerIn(environment);
  await context.approvalPolicies.set("policy", undefined);
  await context.hardLimits.set("deny", undefined);
});

const memory = fc.constantFrom(8, 16, 32, 64, 120);
const size = fc
  .record({
    one: memory,
    other: memory,
    numReplicas: fc.integer({ min: 2, max: 5 }),
    idleScaling: fc.boolean(),
  })
  .map(({ one, other, ...others }) => ({
    ...others,
    minReplicaMemoryGb: Math.min(one, other),
    maxReplicaMemoryGb: Math.max(one, other),
  }));
type Size = Required<
  Pick<Shape, "numReplicas" | "minReplicaMemoryGb" | "maxReplicaMemoryGb" | "idleScaling">
>;

const cloud = () => callerIn(environment).context.cloudOf("default");

async function sizeNow(): Promise<Shape> {
  return shapeOf(await cloud().call(getService, { serviceId: service.serviceId }));
}

/** As another person in the cloud's console. */
async function makeIt(wanted: Size): Promise<Shape> {
  await cloud().call(scaleService, { serviceId: service.serviceId, body: wanted });
  return sizeNow();
}

function isOf(shape: Shape, { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, idleScaling }: Size) {
  return (
    shape.numReplicas === numReplicas &&
    shape.minReplicaMemoryGb === minReplicaMemoryGb &&
    shape.maxReplicaMemoryGb === maxReplicaMemoryGb &&
    shape.idleScaling === idleScaling
  );
}

/** True if any of what a service costs goes up: asleep, at its smallest, or at its largest. */
function isDearer(after: Size, before: Size): boolean {
  return (
    after.maxReplicaMemoryGb * after.numReplicas > before.maxReplicaMemoryGb * before.numReplicas ||
    after.minReplicaMemoryGb * after.numReplicas > before.minReplicaMemoryGb * before.numReplicas ||
    (before.idleScaling && !after.idleScaling)
  );
}

function mostOf(wanted: Size): number {
  return Number(mostCreditsAMonth(priceOf(wanted, basis)));
}

type Ended = Extract<ChangeProgress, { status: "ended" }>;

async function endOf(id: string): Promise<Ended> {
  const { context } = callerIn(environment);
  let ended: Ended | undefined;
  await until(async () => {
    const progress = await context.serviceChangeLog.find(id);
    ended = progress?.status === "ended" ? progress : undefined;
    return ended !== undefined;
  });
  if (!ended) throw new Error("It has not ended.");
  return ended;
}

/** Submits the form, as if its review was just shown. Returns why it was refused, or how the change ended. */
async function submit(present: Shape, wanted: Size, facts: object = {}): Promise<string> {
  const { context, asker } = callerIn(environment);
  const formId = randomUUID();
  const { ipAccessList, ...others } = present;
  const values = { ...others, ...wanted, ipAccessList: ipAccessList?.map(({ source }) => source).join("\n") };
  const draft = draftOf(changeServiceForm, {
    formId,
    userId: asker.userId,
    values,
    facts: {
      service,
      present: { ...present, ipAccessList: ipAccessList?.map(({ source }) => ({ source })) },
    },
  });
  const given = { ...draft, facts: { ...draft.facts, ...facts }, viewId: "V1", userName: "Ada" };
  const accepted = await changeServiceForm.accept(given, context);
  if (accepted === "close") return "closed";
  if ("problems" in accepted) return accepted.problems.map(({ message }) => message).join(" ");
  return "approval" in facts ? `${formId}-1` : (await endOf(`${formId}-1`)).outcome;
}

/** As a future door might, without any check of its own. */
async function queue(present: Shape, wanted: Size): Promise<Ended> {
  const { context, asker } = callerIn(environment);
  const id = `queue-${randomUUID()}`;
  const by = { workspaceId: context.workspaceId, userId: asker.userId, userName: "Ada" };
  const parts = partsBetween(present, { ...present, ...wanted });
  await acceptChange(id, { ...by, service, verb: "change", parts, seen: present }, context);
  return endOf(id);
}

test.each([true, false])(
  "no door makes a service dearer than the limit, and each makes what the limit allows (allowed: %s)",
  async (isAllowed) => {
    const { context, asker } = callerIn(environment);
    const setAt = context.now().toISOString();
    expect(basis.rate.status).toBe("own");
    const asked = fc
      .record({
        most: fc.integer({ min: 500, max: 16_000 }),
        before: size,
        after: size,
        door: fc.constantFrom("form", "queue"),
      })
      .filter(({ most, before, after }) => (!isDearer(after, before) || mostOf(after) <= most) === isAllowed);
    await fc.assert(
      fc.asyncProperty(asked, async ({ most, before, after, door }) => {
        await context.hardLimits.set("deny", undefined);
        const present = await makeIt(before);
        await context.hardLimits.set("deny", {
          price: { most: String(most), unit: "credits" },
          teamOverBudget: false,
          setBy: asker.userId,
          setAt,
        });
        fc.pre(partsBetween(present, { ...present, ...after }).length > 0);
        const sent = (await environment.received("PATCH")).length;
        if (door === "form") await submit(present, after);
        else await queue(present, after);
        expect([door, most, isOf(await sizeNow(), after)]).toEqual([door, most, isAllowed]);
        expect((await environment.received("PATCH")).length - sent).toBe(isAllowed ? 1 : 0);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  },
);

const small = { numReplicas: 2, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 8, idleScaling: true };
const large = { numReplicas: 3, minReplicaMemoryGb: 8, maxReplicaMemoryGb: 64, idleScaling: true };

test("the form says why a larger size is denied, and so does a change that is already on its way", async () => {
  const { context, asker } = callerIn(environment);
  const present = await makeIt(small);
  const limits = { teamOverBudget: false, setBy: asker.userId, setAt: context.now().toISOString() };
  await context.hardLimits.set("deny", { ...limits, price: { most: "3000", unit: "credits" } });
  expect(await submit(present, large)).toMatch(
    /^Its compute of up to [\d,.]+ credits in 30 days is over the limit of 3,000 credits\. Choose a smaller size\.$/,
  );
  const [entry] = (await context.audit.following(undefined, 1_000)).toReversed();
  expect(entry).toMatchObject({ action: "service.change", subject: service.name, result: "refused" });
  const end = await queue(present, large);
  expect(end).toMatchObject({ outcome: "failed", made: false });
  expect(end.message).toContain("is over the limit of 3,000 credits");
});

test("a limit that is set after a change was asked for holds when it is approved", async () => {
  const { context, asker } = callerIn(environment);
  const present = await makeIt(small);
  await context.approvalPolicies.set("policy", {
    ...policy,
    channelId: environment.slack.channels[0]?.id ?? "",
  });
  const id = await submit(present, large, { approval: "It needs approval." });
  const kept = await context.approvals.find(id);
  const approval = kept && openApproval(kept, context);
  if (!approval) throw new Error("Approval was not asked for.");
  const setAt = context.now().toISOString();
  const price = { most: "3000", unit: "credits" };
  await context.hardLimits.set("deny", { price, teamOverBudget: false, setBy: asker.userId, setAt });
  const ground = { ...approval, quorum: 1, formId: "", draftRevision: undefined };
  await context.approvals.approve(ground, { userId: "UBEA", at: setAt });
  await wakeApproval(id, context);
  await until(async () => (await context.approvals.find(id))?.notes.effect !== undefined);
  expect((await context.approvals.find(id))?.notes.effect).toContain("over the limit of 3,000 credits");
  expect(isOf(await sizeNow(), small)).toBe(true);
});

test("a service of a team over budget doesn't grow, and neither does one without a team; both may shrink", async () => {
  const { context, asker } = callerIn(environment);
  const at = context.now().toISOString();
  const facts = { channelId: "C1", connection: "default", createdBy: "U1", createdAt: at };
  const state = { periods: [], judged: [] };
  const { serviceId, name } = service;
  const budget = { ...facts, id: "b", kind: "budget", every: "monthly", credits: "0.01", state };
  await context.schedules.add({ ...budget, service: { serviceId, name } });
  await context.hardLimits.set("deny", { teamOverBudget: true, setBy: asker.userId, setAt: at });

  const present = await makeIt(small);
  expect(await submit(present, large)).toContain("Say which team it belongs to first");
  expect((await queue(present, large)).message).toContain("Say which team it belongs to first");

  const team = { kind: "name", name: "Checkout" } as const;
  await context.owners.set(service.serviceId, { ...service, team, since: at, by: "U1" });
  const end = await queue(present, large);
  expect(end.message).toContain("The team Checkout is over budget");
  expect(isOf(await sizeNow(), small)).toBe(true);
  const grown = await makeIt(large);
  expect(await submit(grown, small)).toBe("done");
  await context.schedules.remove("b");
  expect(await submit(await sizeNow(), large)).toBe("done");
});

test("a stopped service starts again whatever the limits say: it was allowed when it was made", async () => {
  const { context, asker } = callerIn(environment);
  await makeIt(large);
  const price = { most: "1", unit: "credits" };
  const setAt = context.now().toISOString();
  await context.hardLimits.set("deny", { price, teamOverBudget: true, setBy: asker.userId, setAt });
  const by = { workspaceId: context.workspaceId, userId: asker.userId, service };
  for (const verb of ["stop", "start"] as const) {
    const id = randomUUID();
    await acceptChange(id, { ...by, verb, parts: [{ kind: verb }] }, context);
    expect(await endOf(id)).toMatchObject({ outcome: "done" });
    // It is on its way to that state for a moment.
    const wanted = verb === "stop" ? "stopped" : "running";
    await until(
      async () => (await cloud().call(getService, { serviceId: service.serviceId })).state === wanted,
    );
  }
});
