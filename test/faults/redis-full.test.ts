import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { storeFull } from "../../src/features/alerts/receive/route.ts";
import { putHook } from "../support/hook.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { restartWithMetrics } from "../support/metrics.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment({ ownRedis: true });

/** Limits the memory of Redis to this number of bytes. 0 for no limit. */
async function allow(bytes: number): Promise<void> {
  const client = new Redis(environment.redisUrl);
  await client.config("SET", "maxmemory", bytes, "maxmemory-policy", "noeviction");
  client.disconnect();
}

function valueOf(name: string, lines: readonly string[]): number {
  const line = lines.find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

test("a full Redis is reported to orchestrators, senders and people, in the log and in the metrics, until it has space", async () => {
  const metrics = await restartWithMetrics(environment);
  const { ada, slack, app } = environment;
  const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const { url, secret } = await putHook(environment.redisUrl, slack.teamId, {
    channelId,
    publicUrl: app.url,
  });
  const fire = () =>
    fetch(url, { method: "POST", headers: { authorization: `Bearer ${secret}` }, body: '{"title":"One"}' });
  await allow(1);

  await until(async () => (await fetch(`${app.url}/readyz`)).status === 503);
  expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({
    status: "not ready",
    reason: "Redis is full and refuses writes",
  });
  const refused = await fire();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await refused.json()).toMatchObject({ reason: storeFull(30) });
  const sam = slack.users.find(({ name }) => name === "Sam Rivera")?.id ?? "";
  await ada.command("databases", `/db admin access grant <@${sam}> operator`);
  await ada.waitForMessage("databases", /storage is full.*more memory/);
  // What says what is wrong needs no write.
  await ada.command("databases", "/db admin doctor");
  await ada.waitForMessage("databases", /Redis, memory: .*It is full, so it refuses every write/);
  const lines = await metrics();
  expect(valueOf('qm_hook_requests_total{outcome="store_full"}', lines)).toBe(1);
  expect(valueOf("qm_redis_memory_max_bytes", lines)).toBe(1);
  expect(valueOf("qm_redis_up", lines)).toBe(0);
  expect(app.output()).toMatch(/"level":50[^\n]*Redis is full and refuses writes/);

  await allow(0);
  await until(async () => (await fetch(`${app.url}/readyz`)).ok);
  // The last reading of the memory may be half a second old.
  await until(async () => (await fire()).status === 202);
});
