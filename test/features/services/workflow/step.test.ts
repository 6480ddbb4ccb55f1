import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { presets } from "../../../../src/features/services/presets/presets.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { contentsOf } from "../../../support/redis.ts";
import { sendEvent, stepEvent } from "../../../support/signed-event.ts";
import { type SlackPerson, person, shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({ operators: ["Sam Rivera"] });
let redis: Redis;

const small = { provider: "aws", region: "eu-west-1", minReplicaMemoryGb: 16, maxReplicaMemoryGb: 32 };

async function savePreset(name: string, fields: Record<string, unknown>): Promise<void> {
  const savedAt = new Date().toISOString();
  await presets(redis, environment.slack.teamId).set(name, { name, fields, savedBy: "U1", savedAt });
}

beforeAll(async () => {
  redis = new Redis(environment.redisUrl);
  await savePreset("small staging", small);
});
afterAll(() => redis.quit());

/** Runs the step of Ada's workflow, with Ada as its requester unless another is given. */
function runStep(inputs: Record<string, unknown>): Promise<string> {
  const given = { preset: "small staging", requester: environment.ada.id, ...inputs };
  return environment.ada.runStep("create_database_service", given);
}

/** A person agrees to a workflow's request in their name. */
async function agree(name: string, who: SlackPerson = environment.ada): Promise<void> {
  await who.click(
    await who.waitForMessage("direct", `wants to create ${name} in your name`),
    "workflow-create",
  );
}

/** The bodies of requests that the cloud received to create a service of this name. */
async function creationsOf(name: string): Promise<unknown[]> {
  const requests = z.array(z.looseObject({ body: z.unknown() })).parse(await environment.received("POST"));
  return requests.map(({ body }) => body).filter((body) => JSON.stringify(body)?.includes(`"${name}"`));
}

test("a workflow's step creates from its preset once its requester agrees, and returns id and name", async () => {
  const executionId = await runStep({ name: " flow  orders" });
  const asked = await environment.ada.waitForMessage("direct", "wants to create flow orders in your name");
  expect(shownText(asked)).toContain("eu-west-1");
  expect(await creationsOf("flow orders")).toEqual([]);
  await environment.ada.click(asked, "workflow-create");
  expect(await environment.ada.waitForStep(executionId)).toEqual({
    ok: true,
    outputs: { service_id: expect.stringMatching(/^[0-9a-f-]{36}$/), service_name: "flow orders" },
  });
  expect(await creationsOf("flow orders")).toEqual([{ ...small, name: "flow orders" }]);
});

test("only the requester reads the service's progress, in direct messages", async () => {
  await using sam = person(environment.slack, "Sam Rivera");
  await runStep({ name: "flow for sam", requester: sam.id });
  await agree("flow for sam", sam);
  const message = await sam.waitForMessage("direct", "*flow for sam* is running");
  expect(shownText(message)).toContain(`requested by <@${sam.id}> through a workflow`);
  const { channels } = await environment.ada.world();
  expect(JSON.stringify(channels)).not.toContain("flow for sam");
});

test("a step that Slack delivers several times creates one service", async () => {
  const executionId = await runStep({ name: "flow once" });
  await agree("flow once");
  await environment.ada.waitForStep(executionId);
  const event = await stepEvent(environment.slack, executionId);
  const again = await Promise.all([1, 2, 3].map(() => sendEvent(environment.slack, event)));
  expect(again).toEqual([200, 200, 200]);
  await environment.ada.waitForMessage("direct", "*flow once* is running");
  expect(await creationsOf("flow once")).toHaveLength(1);
});

test.each([
  [
    { preset: "smal staging" },
    "I can't find a preset called “smal staging”. Did you mean “small staging”? `/db create presets` lists them. Change the step's field Preset.",
  ],
  [
    { name: "flow-orders" },
    "Name can have only letters from a to z, digits and spaces. Change the step's field Name.",
  ],
  [{ name: "  " }, "Enter a name. Change the step's field Name."],
  [{ preset: "half" }, "I can't use the preset “half”: Choose a region. Number of replicas "],
  [{ preset: "half" }, "Save it again from the form, /db create half."],
  // A workflow cannot confirm it.
  [{ preset: "open" }, "lets everyone on the internet try to connect"],
])("%j ends the step with the problem and what to change", async (inputs, problem) => {
  await savePreset("half", { provider: "aws", numReplicas: 99 });
  await savePreset("open", { ...small, ipAccessList: [{ source: "0.0.0.0/0", description: "all" }] });
  const executionId = await runStep({ name: "flow wrong", ...inputs });
  const outcome = await environment.ada.waitForStep(executionId);
  expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(/^Nothing was created\. /) });
  expect(outcome).toMatchObject({ error: expect.stringContaining(problem) });
  expect([...(await creationsOf("flow wrong")), ...(await creationsOf("flow-orders"))]).toEqual([]);
});

test("invalid inputs end the step with the names of their fields", async () => {
  const executionId = await runStep({ name: "flow ".repeat(50) });
  expect(await environment.ada.waitForStep(executionId)).toEqual({
    ok: false,
    error: "Nothing was created. The step's inputs aren't right. Check its fields: name.",
  });
  // Slack checks the other inputs itself. Any other shape is harmless.
  const { event, ...envelope } = await stepEvent(environment.slack, executionId);
  const strange = { ...envelope, event: { ...event, function_execution_id: "Fx0", inputs: ["?"] } };
  expect(await sendEvent(environment.slack, strange)).toBe(200);
  const bare = { ...envelope, event: { ...event, function_execution_id: "Fx1", inputs: undefined } };
  expect(await sendEvent(environment.slack, bare)).toBe(200);
});

test("an unreadable step is not acknowledged, so Slack delivers it again", async () => {
  const unreadable = { function: { callback_id: "create_database_service" }, type: "function_executed" };
  const event = { type: "event_callback", team_id: environment.slack.teamId, event: unreadable };
  expect(await sendEvent(environment.slack, event)).toBe(500);
});

test("a step's token is neither saved nor logged", async () => {
  const executionId = await runStep({ name: "flow secretive" });
  await agree("flow secretive");
  await environment.ada.waitForStep(executionId);
  const kept = await contentsOf(redis);
  expect(kept.some((entry) => entry.includes(executionId))).toBe(true);
  // Workflow tokens begin like this, in the local Slack too: https://docs.slack.dev/authentication/tokens
  expect([environment.app.output(), ...kept].filter((text) => text.includes("xwfp-"))).toEqual([]);
});

test("an approved workflow goes on without asking", async () => {
  const { ada } = environment;
  const words = `approve flow nightly preset small staging requester <@${ada.id}>`;
  await ada.command("databases", `/db approvals workflow ${words}`);
  const answer = await ada.waitForMessage("databases", "only this once");
  const [, key = ""] = /this once: `([\w-]+)`/.exec(answer.text) ?? [];
  const executionId = await runStep({ name: "flow approved", approval_key: key });
  expect(await ada.waitForStep(executionId)).toMatchObject({ ok: true });
});
