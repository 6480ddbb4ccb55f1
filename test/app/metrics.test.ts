import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { queueNames } from "../../src/app/connect.ts";
import { jobPrefix } from "../../src/platform/redis/keys.ts";
import { freePort } from "../../src/demo/redis.ts";
import { startAppHere } from "../support/app-here.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { restartWithMetrics } from "../support/metrics.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment({ ownRedis: true });

/** Starts another replica with its metrics on a port. Returns a way to read them. */
async function startWithMetrics() {
  const port = await freePort();
  const app = await startAppHere({ ...environment.environment, METRICS_PORT: String(port) });
  const url = `http://127.0.0.1:${port}`;
  const lines = async () => (await (await fetch(`${url}/metrics`)).text()).split("\n");
  return { app, url, lines, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test("the metrics are on a port of their own, and on no other", async () => {
  await using replica = await startWithMetrics();
  const response = await fetch(`${replica.url}/metrics`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect((await fetch(`${replica.url}/readyz`)).status).toBe(404);
  expect((await fetch(`${replica.app.url}/metrics`)).status).toBe(404);
  expect((await fetch(`${environment.app.url}/metrics`)).status).toBe(404);
});

test("a port for the metrics that is taken is explained in words", async () => {
  await using replica = await startWithMetrics();
  const { port } = new URL(replica.url);
  await expect(startAppHere({ ...environment.environment, METRICS_PORT: port })).rejects.toThrow(
    `Port ${port} is in use. Stop the program that uses it, or set METRICS_PORT to another number.`,
  );
});

test("every queue has its gauges", async () => {
  const client = new Redis(environment.redisUrl);
  const found = new Set<string>();
  await until(async () => {
    for (const key of await client.keys(`${jobPrefix}:*:meta`)) found.add(key.split(":")[1] ?? "");
    return found.size === queueNames.length;
  });
  client.disconnect();
  expect([...found].toSorted()).toEqual([...queueNames].toSorted());
});

test("what people, Slack and the cloud did is counted", async () => {
  const lines = await restartWithMetrics(environment);
  await environment.ada.command("databases", "/db admin doctor");
  await until(async () => (await lines()).includes('qm_commands_total{command="admin",outcome="ok"} 1'));
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'qm_slack_ack_seconds_count{kind="command"} 1',
      expect.stringMatching(/^qm_cloud_calls_total\{operation="list_services",outcome="ok"\} \d/),
      expect.stringMatching(/^qm_slack_calls_total\{method="users.info",outcome="ok"\} \d/),
      expect.stringMatching(/^qm_secrets_resolved_total\{scheme="\w+",outcome="ok"\} \d/),
      "qm_redis_up 1",
      'qm_queue_waiting{queue="schedules"} 0',
    ]),
  );
});
