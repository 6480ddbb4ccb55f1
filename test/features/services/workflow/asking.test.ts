import { clockOf } from "../../../../src/lib/clock.ts";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { CallOptions } from "../../../../src/platform/cloud/call.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import type { StepOutcome } from "../../../../src/platform/jobs/messenger.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import type { Action } from "../../../../src/platform/forms/interaction.ts";
import { advanceCreation } from "../../../../src/features/services/provisioning/advance.ts";
import {
  workflowCreateAction,
  workflowDeclineAction,
} from "../../../../src/features/services/workflow/ask-interactions.ts";
import { acceptStep } from "../../../../src/features/services/workflow/step.ts";
import { recorder } from "../../../../src/platform/audit/recorder.ts";
import { approvals as approvalsCommand } from "../../../../src/features/services/approval/policy/command.ts";
import { approvalFixture } from "../approval/fixture.ts";
import { contentsOf, useRedis } from "../../../support/redis.ts";
import { takeBackAction } from "../../../../src/features/services/approval/interactions.ts";
import { drawn } from "../../../support/drawn.ts";
import { said } from "../../../support/said.ts";

const redis = useRedis();

const small = { provider: "aws", region: "eu-west-1", minReplicaMemoryGb: 16, maxReplicaMemoryGb: 32 };

/** A workspace in which workflows ask Ada. Its cloud refuses every request and lists it in `sent`. */
async function workflowFixture() {
  const approvals = await approvalFixture(redis.client);
  const { world } = approvals;
  const ended: StepOutcome[] = [];
  const over = new Set<string>();
  const sent: unknown[] = [];
  const queue = new Map<string, unknown>();
  const context: AppContext = Object.assign(approvals.context, {
    messenger: {
      ...approvals.context.messenger,
      // As in Slack, a step ends once.
      completeStep: async (executionId: string, outcome: StepOutcome) => {
        if (!over.has(executionId)) ended.push(outcome);
        over.add(executionId);
      },
    },
    creations: {
      // As in the real queue, the same id again changes nothing.
      accept: async (id: string, item: unknown) => void (queue.has(id) || queue.set(id, item)),
      wake: async () => undefined,
    },
    cloudOf: () => ({
      call: async (_: unknown, { body }: { body: unknown }, { departure }: CallOptions = {}) => {
        await departure?.pass();
        sent.push(body);
        throw new AppError("user", "The cloud has no fixture.");
      },
    }),
    limits: { cloudTimeoutMs: 1_000, settleMs: 1_000, requestsPerWindow: 10 },
    moment: clockOf(() => world.now),
    newId: randomUUID,
  });
  await context.approvalPolicies.set("policy", undefined);
  const savedAt = world.now.toISOString();
  await context.presets.set("small", { name: "small", fields: small, savedBy: "UADMIN", savedAt });
  await context.presets.set("other", { name: "other", fields: small, savedBy: "UADMIN", savedAt });

  /** Takes the steps that the queue would take now. */
  async function runQueue(): Promise<void> {
    const advance = advanceCreation(() => context);
    for (const [id, item] of queue) {
      let step = await advance(id, item);
      while (step === "next") step = await advance(id, item);
    }
  }

  /** Runs a workflow's step with Ada as its requester. */
  async function runStep(inputs: object = {}, executionId = "Fx1"): Promise<void> {
    const name = executionId === "Fx1" ? "orders" : `orders ${executionId.replaceAll("-", " ")}`;
    const given = { preset: "small", name, requester: "UADA", ...inputs };
    await acceptStep({ executionId, inputs: given }, context);
    await runQueue();
  }

  async function answer(action: Action, userId = "UADA", value = "workflow-Fx1"): Promise<string> {
    const by = { value, userId, userName: `${userId} by name`, triggerId: "t", channelId: "DADA" };
    const answered = said(await action.run(by, context));
    await runQueue();
    return answered?.text ?? "";
  }

  async function approve(words: string): Promise<string> {
    const asker = { workspaceId: "T1", userId: "UADMIN", channelId: "C9" };
    const audit = { ...context.audit, ...recorder({ ...asker, action: "workflow.change" }, context) };
    const reading = approvalsCommand.read(`workflow ${words}`);
    if ("problem" in reading) throw new Error(reading.problem);
    const answer = await reading.run({ ...context, audit }, asker, { progress: async () => undefined });
    return said(await drawn(answer)).text;
  }

  return { ...approvals, ended, sent, runQueue, runStep, answer, approve, context };
}

test("a workflow shows its requester everything that would be sent, and creates in their name when they agree", async () => {
  const fixture = await workflowFixture();
  await fixture.runStep();
  expect(fixture.sent).toEqual([]);
  expect(fixture.ended).toEqual([]);
  const [message, ...more] = fixture.toAda();
  expect(more).toEqual([]);
  const shown = JSON.stringify(message?.blocks);
  for (const part of [
    "in your name",
    "`orders`",
    "`aws`",
    "`eu-west-1`",
    "16 GB",
    "32 GB",
    "workflow-create",
  ])
    expect(shown).toContain(part);
  expect(await fixture.audited()).toEqual([]);

  expect(await fixture.answer(workflowCreateAction)).toBe("");
  expect(fixture.sent).toEqual([{ ...small, name: "orders" }]);
  expect(await fixture.context.requests.submission("workflow-Fx1")).toMatchObject({
    userId: "UADA",
    userName: "UADA by name",
  });
  expect(fixture.ended).toEqual([{ error: "Nothing was created. The cloud has no fixture." }]);
  expect(JSON.stringify(fixture.toAda()[0]?.blocks)).toContain("You agreed");
  expect(JSON.stringify(fixture.toAda()[0]?.blocks)).not.toContain("workflow-create");
  expect(await fixture.audited()).toEqual(["service.request UADA done", "service.create UADA failed"]);
});

test("two clicks are one request, and a later answer is refused", async () => {
  const fixture = await workflowFixture();
  await fixture.runStep();
  await Promise.all([fixture.answer(workflowCreateAction), fixture.answer(workflowCreateAction)]);
  expect(await fixture.answer(workflowDeclineAction)).toBe(
    "This is already answered. The message about it says how.",
  );
  expect(fixture.sent).toHaveLength(1);
});

test("only the requester can agree, even if another person gets the button", async () => {
  const fixture = await workflowFixture();
  await fixture.runStep();
  for (const action of [workflowCreateAction, workflowDeclineAction])
    expect(await fixture.answer(action, "UBEA")).toMatch(/^Only the workflow's requester/);
  expect(await fixture.answer(workflowCreateAction, "UADA", "workflow-other")).toMatch(
    /^I can't find this request/,
  );
  expect(fixture.sent).toEqual([]);
  expect(fixture.ended).toEqual([]);
  expect(await fixture.audited()).toEqual(["service.request UBEA refused", "service.request UBEA refused"]);
});

test("after “Don't create” nothing is created, and the step ends with that", async () => {
  const fixture = await workflowFixture();
  await fixture.runStep();
  await fixture.answer(workflowDeclineAction);
  await fixture.runQueue();
  expect(fixture.sent).toEqual([]);
  expect(fixture.ended).toEqual([{ error: "Nothing was created. Its requester clicked “Don't create”." }]);
  expect(JSON.stringify(fixture.toAda().map(({ blocks }) => blocks))).toContain("You declined");
  expect(await fixture.audited()).toEqual(["service.decline UADA done"]);
});

test("after 24 hours without an answer the step ends, and a late click creates nothing", async () => {
  const fixture = await workflowFixture();
  await fixture.runStep();
  fixture.world.now = new Date(fixture.world.now.getTime() + 24 * 3_600_000 - 1);
  await fixture.runQueue();
  expect(fixture.ended).toEqual([]);
  fixture.world.now = new Date(fixture.world.now.getTime() + 1);
  expect(await fixture.answer(workflowCreateAction)).toContain("more than 24 hours ago");
  await fixture.runQueue();
  expect(fixture.sent).toEqual([]);
  expect(fixture.ended).toEqual([
    { error: "Nothing was created. Its requester didn't click “Create” within 24 hours." },
  ]);
  expect(JSON.stringify(fixture.toAda()[0]?.blocks)).toContain("Run the workflow again");
});

test("the step ends if its requester cannot be asked", async () => {
  const fixture = await workflowFixture();
  fixture.context.messenger.post = () => Promise.reject(new AppError("missing", "There is no such person."));
  await fixture.runStep();
  expect(fixture.ended).toEqual([
    { error: expect.stringContaining("I couldn't send its requester a direct message") },
  ]);
});

test.each(["viewer", undefined] as const)(
  "a requester without the right to create (%s) is not asked, and the step ends with how to change that",
  async (role) => {
    const fixture = await workflowFixture();
    fixture.world.roles.set("UADA", role);
    await fixture.runStep();
    expect(fixture.toAda()).toEqual([]);
    expect(fixture.sent).toEqual([]);
    expect(fixture.ended).toEqual([
      { error: expect.stringContaining("/db admin access grant @requester operator") },
    ]);
  },
);

test("the limits at the time of the answer apply", async () => {
  const fixture = await workflowFixture();
  await fixture.runStep();
  await fixture.context.createLimits.set("operator", { regions: ["us-east-1"] });
  expect(await fixture.answer(workflowCreateAction)).toMatch(
    /^:warning: \*Nothing was created\.\* .*us-east-1/,
  );
  expect(fixture.sent).toEqual([]);
  expect(await fixture.audited()).toEqual(["service.request UADA refused"]);
  await fixture.context.createLimits.set("operator", undefined);
  await fixture.answer(workflowCreateAction);
  expect(fixture.sent).toHaveLength(1);
});

test("a name taken while the workflow waited is reported on “Create”, and nothing is created", async () => {
  const fixture = await workflowFixture();
  await fixture.runStep();
  const addedAt = fixture.world.now.toISOString();
  const service = { serviceId: "s1", name: "Orders", connection: "default", addedBy: "U1", addedAt };
  await fixture.context.services.add(service);
  expect(await fixture.answer(workflowCreateAction)).toContain("A service named “Orders” already exists.");
  expect(fixture.sent).toEqual([]);
  expect(fixture.ended).toEqual([]);
});

test("a request that needs approval goes to the approvers, and their decision ends the step", async () => {
  const fixture = await workflowFixture();
  await needApproval(fixture);
  await fixture.runStep();
  await fixture.answer(workflowCreateAction);
  const id = "workflow-Fx1";
  await fixture.runApproval(id);
  expect(fixture.sent).toEqual([]);
  expect(fixture.ended).toEqual([]);
  expect(fixture.shown()).toContain("UADA> wants to create orders");
  expect(fixture.shown()).toContain("*Estimate:* not yet. Add a running service with");
  expect(fixture.shown()).toContain("*Owner:* <@UADA> · *Team:* none · *Ends:* Never");
  expect(await fixture.click("UADA", id)).toContain("You requested this yourself");
  await fixture.click("UBEA", id);
  await fixture.runApproval(id);
  await fixture.runQueue();
  expect(fixture.sent).toEqual([{ ...small, name: "orders" }]);
  expect(fixture.ended).toEqual([{ error: "Nothing was created. The cloud has no fixture." }]);
});

test.each([
  ["denied", "Its approvers denied it: Too large."],
  ["taken back", "Its requester took it back."],
  ["expired", "Not enough people approved it within 24 hours."],
])("when approval is %s, the step ends with that", async (how, why) => {
  const fixture = await workflowFixture();
  await needApproval(fixture);
  await fixture.runStep();
  await fixture.answer(workflowCreateAction);
  const id = "workflow-Fx1";
  await fixture.runApproval(id);
  if (how === "denied") await fixture.deny("UBEA", id);
  if (how === "taken back") await fixture.answer(takeBackAction);
  if (how === "expired") fixture.world.now = new Date(fixture.world.now.getTime() + 24 * 3_600_000);
  await fixture.runApproval(id);
  expect(fixture.sent).toEqual([]);
  expect(fixture.ended).toEqual([{ error: `Nothing was created. ${why}` }]);
});

test("an approved workflow creates without asking, for its preset and requester only", async () => {
  const fixture = await workflowFixture();
  const key = await keyOf(fixture);
  await fixture.runStep({ approval_key: key });
  expect(fixture.sent).toEqual([{ ...small, name: "orders" }]);
  expect(fixture.toAda()).toHaveLength(1);
  expect(await fixture.audited()).toEqual([
    "workflow.approve UADMIN done",
    "service.request UADA done",
    "service.create UADA failed",
  ]);
  for (const change of [{ preset: "other" }, { requester: "UBEA" }])
    await fixture.runStep({ approval_key: key, ...change }, `Fx-${Object.keys(change).join()}`);
  expect(fixture.sent).toHaveLength(1);
  expect(fixture.ended.slice(1)).toEqual([
    { error: expect.stringContaining("approval key belongs to the workflow “nightly staging”") },
    { error: expect.stringContaining("approval key belongs to the workflow “nightly staging”") },
  ]);
  expect(JSON.stringify(await contentsOf(redis.client))).not.toContain(key);
});

test("a workflow with a withdrawn, replaced or guessed key asks, and says why", async () => {
  const fixture = await workflowFixture();
  const [old, present] = [await keyOf(fixture), await keyOf(fixture)];
  await fixture.runStep({ approval_key: old }, "Fx1");
  await fixture.approve("withdraw Nightly  Staging");
  await fixture.runStep({ approval_key: present, name: "second" }, "Fx2");
  await fixture.runStep({ approval_key: "guessed", name: "third" }, "Fx3");
  expect(fixture.sent).toEqual([]);
  expect(fixture.toAda().map(({ text }) => text)).toEqual(
    Array(3).fill(expect.stringContaining("The step's approval key isn't valid")),
  );
  expect(await fixture.audited()).toEqual([
    "workflow.approve UADMIN done",
    "workflow.approve UADMIN done",
    "workflow.withdraw UADMIN done",
  ]);
});

test("a workflow with a preset replaced since its approval asks, and says why", async () => {
  const fixture = await workflowFixture();
  const key = await keyOf(fixture);
  const { presets } = fixture.context;
  const before = await presets.find("small");
  const savedAt = new Date(fixture.world.now.getTime() + 1).toISOString();
  await presets.set("small", { ...before, fields: { ...small, maxReplicaMemoryGb: 64 }, savedAt });
  await fixture.runStep({ approval_key: key });
  expect(fixture.sent).toEqual([]);
  expect(fixture.toAda()[0]?.text).toContain(
    "The preset small was saved again after the workflow was approved",
  );
});

test("an admin's approved workflow has an operator's rights, and asks when approval is needed", async () => {
  const fixture = await workflowFixture();
  fixture.world.roles.set("UADA", "admin");
  const key = await keyOf(fixture);
  await fixture.context.createLimits.set("operator", { regions: ["us-east-1"] });
  await fixture.runStep({ approval_key: key }, "Fx1");
  expect(fixture.ended).toEqual([{ error: expect.stringContaining("us-east-1") }]);
  await fixture.context.createLimits.set("operator", undefined);
  await needApproval(fixture, { role: "operator" });
  await fixture.runStep({ approval_key: key }, "Fx2");
  expect(fixture.sent).toEqual([]);
  expect(fixture.toAda().at(-1)?.text).toContain("such a service needs its own approval");
});

test("approving a workflow requires a name, an existing preset and a requester", async () => {
  const fixture = await workflowFixture();
  for (const words of [
    "approve",
    "approve x preset small",
    "approve x preset small requester ada",
    "allow x",
  ])
    await expect(fixture.approve(words)).rejects.toMatchObject({ kind: "user" });
  await expect(fixture.approve("approve x preset smal requester <@UADA>")).rejects.toMatchObject({
    kind: "missing",
  });
  await expect(fixture.approve("withdraw x")).rejects.toMatchObject({ kind: "user" });
  expect(await fixture.approve("")).toContain("No workflow is approved");
  await keyOf(fixture);
  expect(await fixture.approve("")).toContain("create services without asking");
  expect(await fixture.audited()).toEqual(["workflow.approve UADMIN done"]);
});

type Fixture = Awaited<ReturnType<typeof workflowFixture>>;

async function needApproval(fixture: Fixture, more: { role?: "operator" } = {}): Promise<void> {
  const policy = { channelId: "C1", groupId: "S1", groupName: "dba", quorum: 1, setBy: "UADMIN" };
  await fixture.context.approvalPolicies.set("policy", {
    ...policy,
    ...more,
    setAt: fixture.world.now.toISOString(),
  });
}

/** The key of a workflow that is approved for the preset “small” and Ada. */
async function keyOf(fixture: Fixture): Promise<string> {
  const answer = await fixture.approve("approve “nightly staging” preset small requester <@UADA|ada>");
  const [, key = ""] = /this once: `([\w-]+)`/.exec(answer) ?? [];
  expect(key).toHaveLength(32);
  return key;
}
