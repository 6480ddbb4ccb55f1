import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalRedis, startRedis } from "../../src/demo/redis.ts";
import { askTitle } from "../../src/features/services/workflow/texts.ts";
import { presets } from "../../src/features/services/presets/presets.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { sendEvent, stepEvent } from "../support/signed-event.ts";
import { type TcpProxy, startTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

let redis: LocalRedis;
let proxy: TcpProxy;

beforeAll(async () => {
  redis = await startRedis();
  proxy = await startTcpProxy(Number(new URL(redis.url).port));
});
// Registered before the environment's own hook, so it runs after that. The app must end before its Redis.
afterAll(async () => {
  await proxy.close();
  await redis.close();
});
const environment = useTestEnvironment({
  ownProcess: true,
  environment: () => ({
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    CLOUD_TIMEOUT_SECONDS: "2",
    CLOUD_SETTLE_SECONDS: "1",
  }),
});
beforeAll(async () => {
  const client = new Redis(redis.url);
  const small = { provider: "aws", region: "eu-west-1" };
  const savedAt = new Date().toISOString();
  const preset = { name: "small", fields: small, savedBy: "U1", savedAt };
  await presets(client, environment.slack.teamId).set(preset.name, preset);
  await client.quit();
});

function runStep(name: string): Promise<string> {
  return environment.ada.runStep("create_database_service", {
    preset: "small",
    name,
    requester: environment.ada.id,
  });
}

async function agree(name: string): Promise<void> {
  const asked = await environment.ada.waitForMessage("direct", askTitle(name));
  await environment.ada.click(asked, "workflow-create");
}

async function ready(status: number): Promise<void> {
  await until(async () => (await fetch(`${environment.app.url}/readyz`)).status === status);
}

test("while Redis is away a workflow's step is not acknowledged, and creates its service when it is delivered again", async () => {
  proxy.cut();
  await ready(503);
  const executionId = await runStep("flow patient");
  const event = await stepEvent(environment.slack, executionId);
  expect(await sendEvent(environment.slack, event, { "x-slack-retry-num": "2" })).toBe(500);
  proxy.mend();
  await ready(200);
  expect(await sendEvent(environment.slack, event, { "x-slack-retry-num": "3" })).toBe(200);
  await agree("flow patient");
  expect(await environment.ada.waitForStep(executionId)).toMatchObject({
    ok: true,
    outputs: { service_name: "flow patient" },
  });
});

test("if Redis is still away at Slack's last delivery of a step, the step ends with advice", async () => {
  proxy.cut();
  await ready(503);
  const executionId = await runStep("flow hopeless");
  const event = await stepEvent(environment.slack, executionId);
  expect(await sendEvent(environment.slack, event, { "x-slack-retry-num": "3" })).toBe(200);
  expect(await environment.ada.waitForStep(executionId)).toEqual({
    ok: false,
    error: expect.stringMatching(/storage.*\/db services before you run this again\.$/),
  });
  proxy.mend();
  await ready(200);
});
