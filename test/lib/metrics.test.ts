import { expect, test } from "vitest";
import { webApp } from "../../src/platform/http/web.ts";
import { createMetrics } from "../../src/lib/metrics.ts";
import { createSigner } from "../../src/platform/secrets/signer.ts";

const metrics = createMetrics();
const pictures = {
  picturesOf: () => ({ find: async () => undefined }),
  signer: createSigner([], "pictures"),
  now: () => new Date("2026-11-20T10:00:00Z"),
};
const web = webApp({ readiness: { check: async () => undefined }, pictures, metrics });

async function lines(): Promise<string[]> {
  const response = await web.request("/metrics");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return (await response.text()).split("\n");
}

test("metrics report what happened since the start, what never happened as 0, and the state of the process", async () => {
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'qm_hook_requests_total{outcome="unauthorized"} 0',
      'qm_alert_events_total{fate="dead"} 0',
      expect.stringMatching(/^process_resident_memory_bytes \d+$/),
    ]),
  );
  metrics.hookRequest("accepted", 0.004);
  metrics.hookRequest("accepted", 99);
  metrics.outboxCall("edit", "edited");
  metrics.outboxLag(0.5);
  metrics.events("merged", 3);
  metrics.eventsWaiting(7);
  metrics.eventsWaiting(5);
  metrics.accountingDifference(-1);
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'qm_hook_requests_total{outcome="accepted"} 2',
      'qm_hook_request_seconds_bucket{le="0.0025"} 0',
      'qm_hook_request_seconds_bucket{le="0.005"} 1',
      'qm_hook_request_seconds_bucket{le="10"} 1',
      'qm_hook_request_seconds_bucket{le="+Inf"} 2',
      "qm_hook_request_seconds_sum 99.004",
      "qm_hook_request_seconds_count 2",
      'qm_outbox_calls_total{call="edit",outcome="edited"} 1',
      'qm_outbox_lag_seconds_bucket{le="0.5"} 1',
      'qm_alert_events_total{fate="merged"} 3',
      "qm_alert_events_waiting 5",
      "qm_alert_events_difference -1",
    ]),
  );
});

test("metrics report the memory of Redis, and leave it out while Redis is unreachable", async () => {
  let memory: { usedBytes: number; maxBytes: number } | undefined = { usedBytes: 5_000, maxBytes: 9_000 };
  const ofFullRedis = createMetrics({
    async memoryUse() {
      if (!memory) throw new Error("Redis is away");
      return memory;
    },
  });
  const { text } = await ofFullRedis.exposition();
  expect(text).toContain("qm_redis_memory_used_bytes 5000\n");
  expect(text).toContain("qm_redis_memory_max_bytes 9000\n");

  memory = undefined;
  const without = await ofFullRedis.exposition();
  expect(without.text).not.toContain("qm_redis_memory");
  expect(without.text).toContain("qm_alert_events_waiting 0");
});

test("no scrape of the metrics has an invalid number or an impossible time", async () => {
  const fresh = createMetrics();
  for (const scrape of ["first", "next, at once"]) {
    const { text } = await fresh.exposition();
    const numbers = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const odd = numbers.filter((line) => !Number.isFinite(Number(line.split(" ").at(-1))));
    expect([scrape, odd]).toEqual([scrape, []]);
    expect(text).not.toMatch(/^nodejs_eventloop_lag_min_seconds \d{4,}/m);
  }
  await expect
    .poll(async () => (await fresh.exposition()).text)
    .toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
});
