import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { AppError } from "../../src/lib/errors.ts";
import { createMetrics } from "../../src/lib/metrics.ts";
import { operationName } from "../../src/platform/cloud/operation.ts";
import { operations } from "../contract/operations.ts";
import { product } from "../../src/app/features.ts";
import { queueNames } from "../../src/app/connect.ts";
import { commandPath } from "../support/installed.ts";
import { wordsIn } from "../support/rows.ts";

async function lines(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  return (await metrics.exposition()).text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

test("metrics report what happened since the start, what never happened as 0, and the state of the process", async () => {
  const metrics = createMetrics();
  expect(await lines(metrics)).toEqual(
    expect.arrayContaining([
      'qm_hook_requests_total{outcome="unauthorized"} 0',
      'qm_alert_events_total{fate="dead"} 0',
      'qm_hook_request_seconds_count{code="5xx"} 0',
      expect.stringMatching(/^process_resident_memory_bytes \d+$/),
      expect.stringMatching(/^process_cpu_seconds_total [\d.]+$/),
    ]),
  );
  metrics.hookRequest("accepted", 0.004);
  metrics.hookRequest("paused", 99);
  metrics.hookRequest("store_full", 0.001);
  metrics.outboxCall("edit", "edited");
  metrics.outboxLag(0.5);
  metrics.events("merged", 3);
  metrics.eventsWaiting(7);
  metrics.eventsWaiting(5);
  metrics.accountingDifference(-1);
  metrics.acknowledged("command", 0.06);
  metrics.cloudCall("list_services", 0.2);
  metrics.cloudCall("list_services", 0.2, new AppError("limited", "Wait."));
  metrics.secretResolved("vault", new AppError("upstream", "It is away."));
  expect(await lines(metrics)).toEqual(
    expect.arrayContaining([
      'qm_hook_requests_total{outcome="accepted"} 1',
      'qm_hook_request_seconds_bucket{code="2xx",le="0.005"} 1',
      'qm_hook_request_seconds_bucket{code="2xx",le="2.5"} 1',
      'qm_hook_request_seconds_bucket{code="2xx",le="+Inf"} 2',
      'qm_hook_request_seconds_sum{code="2xx"} 99.004',
      'qm_hook_request_seconds_count{code="2xx"} 2',
      'qm_hook_request_seconds_count{code="5xx"} 1',
      'qm_outbox_calls_total{call="edit",outcome="edited"} 1',
      'qm_outbox_lag_seconds_bucket{le="0.5"} 1',
      'qm_alert_events_total{fate="merged"} 3',
      "qm_alert_events_waiting 5",
      "qm_alert_events_difference -1",
      'qm_slack_ack_seconds_bucket{kind="command",le="0.1"} 1',
      'qm_cloud_calls_total{operation="list_services",outcome="ok"} 1',
      'qm_cloud_calls_total{operation="list_services",outcome="limited"} 1',
      'qm_secrets_resolved_total{scheme="vault",outcome="failed"} 1',
      "qm_cloud_call_seconds_count 2",
    ]),
  );
});

test("a gauge that can't be read is absent, and the rest is there", async () => {
  const metrics = createMetrics({ queues: ["schedules"] });
  metrics.redisWrite(0.002);
  metrics.redisMemory({ usedBytes: 5_000, maxBytes: 9_000 });
  metrics.backlog("schedules", { waiting: 3, oldestSeconds: 4 });
  expect(await lines(metrics)).toEqual(
    expect.arrayContaining([
      "qm_redis_up 1",
      "qm_redis_write_seconds 0.002",
      "qm_redis_memory_used_bytes 5000",
      'qm_queue_waiting{queue="schedules"} 3',
      'qm_queue_oldest_seconds{queue="schedules"} 4',
    ]),
  );

  metrics.redisWrite(undefined);
  metrics.redisMemory(undefined);
  metrics.backlog("schedules", undefined);
  metrics.beforeScrape(() => Promise.reject(new Error("Redis is away")));
  const { text } = await metrics.exposition();
  expect(text).toContain("qm_redis_up 0\n");
  expect(text).not.toMatch(/qm_redis_write|qm_redis_memory|qm_queue_waiting/);
  expect(text).toContain('qm_hook_requests_total{outcome="accepted"} 0');
});

test("no scrape of the metrics has an invalid number or an impossible time", async () => {
  const fresh = createMetrics();
  for (const scrape of ["first", "next, at once"]) {
    const odd = (await lines(fresh)).filter((line) => !Number.isFinite(Number(line.split(" ").at(-1))));
    expect([scrape, odd]).toEqual([scrape, []]);
  }
  await expect
    .poll(async () => (await fresh.exposition()).text)
    .toMatch(/^qm_event_loop_delay_seconds\{point="p99"\} [\d.e-]+$/m);
});

test("an outbox is behind by the age of the first change that is due, until it is shown or another process has it", async () => {
  let now = 100_000;
  const metrics = createMetrics({ nowMs: () => now });
  const behind = async () =>
    (await lines(metrics)).find((line) => line.startsWith("qm_outbox_behind_seconds"));
  Object.assign(metrics.outboxAge("T1.C1"), { dueSinceMs: 40_000, untilMs: 200_000 });
  Object.assign(metrics.outboxAge("T1.C2"), { dueSinceMs: 90_000, untilMs: 300_000 });
  expect(await behind()).toBe("qm_outbox_behind_seconds 60");
  now = 250_000;
  expect(await behind()).toBe("qm_outbox_behind_seconds 160");
  metrics.outboxIsCurrent("T1.C2");
  expect(await behind()).toBe("qm_outbox_behind_seconds 0");
});

test("every operation of the cloud has a series of its own", async () => {
  const metrics = createMetrics();
  const names = new Set(Object.values(operations).map(operationName));
  for (const name of names) metrics.cloudCall(name, 1);
  const counted = (await lines(metrics)).filter((line) => line.startsWith("qm_cloud_calls_total"));
  expect(counted).toHaveLength(names.size);
  expect(counted.filter((line) => line.includes('"other"'))).toEqual([]);
});

test("every scheme of secrets has a series of its own", async () => {
  const schemes = ["env", "file", "sealed", "vault", "aws", "gcp"];
  const metrics = createMetrics();
  for (const scheme of schemes) metrics.secretResolved(scheme);
  expect((await lines(metrics)).filter((line) => line.startsWith("qm_secrets_resolved_total"))).toHaveLength(
    schemes.length,
  );
});

const workspaces = 1_000;
const kinds = ["user", "auth", "limited", "upstream", "bug"] as const;

// The values come from the metrics themselves.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const text = (value: string) => value as never;

/** Metrics after everything that can happen has happened in many workspaces, with names of theirs where they could be. */
async function afterEverything() {
  const metrics = createMetrics({
    commands: product.commands,
    queues: queueNames,
    build: { version: "1.0.0", dataVersion: "1", nodeVersion: "24.0.0" },
  });
  const values = (name: string, label: string) => {
    const family = metrics.families.find((each) => each.name === name);
    return (family?.labels ?? []).find((each) => each.name === label)?.values ?? [];
  };
  const known = (name: string, label: string) => values(name, label).filter((value) => value !== "other");
  metrics.redisWrite(1);
  metrics.redisMemory({ usedBytes: 1, maxBytes: 2 });
  metrics.schedulesLate({ waiting: 1, oldestSeconds: 1 });
  metrics.approvals({ waiting: 1, oldestSeconds: 1 });
  metrics.alertBodyBytes(1);
  metrics.eventsWaiting(1);
  metrics.accountingDifference(0);
  for (const queue of queueNames) {
    metrics.stepFailed(queue);
    metrics.backlog(queue, { waiting: 1, oldestSeconds: 1 });
  }
  for (let n = 0; n < workspaces; n += 1) {
    const workspace = `T${n}`;
    for (const outcome of known("qm_hook_requests_total", "outcome"))
      metrics.hookRequest(text(outcome), n / 100);
    for (const reason of known("qm_hook_refusals_total", "reason")) metrics.deliveryRefused(text(reason));
    for (const fate of known("qm_alert_events_total", "fate")) metrics.events(text(fate));
    for (const call of known("qm_outbox_calls_total", "call"))
      for (const outcome of [call === "edit" ? "edited" : "posted", "limited", "failed"] as const)
        metrics.outboxCall(text(call), outcome);
    metrics.outboxAge(`${workspace}.C${n}`);
    for (const kind of known("qm_slack_ack_seconds", "kind")) {
      metrics.acknowledged(text(kind), n / 100);
      metrics.notAcknowledged(text(kind));
    }
    for (const outcome of ["ok", "refused", "failed"] as const) {
      for (const command of [...values("qm_commands_total", "command"), workspace])
        metrics.command(command, outcome);
      metrics.interaction("click", outcome);
      metrics.interaction("form", outcome);
    }
    for (const outcome of known("qm_mcp_calls_total", "outcome")) metrics.mcpCall(text(outcome));
    for (const outcome of known("qm_model_questions_total", "outcome")) metrics.modelQuestion(text(outcome));
    for (const method of [...values("qm_slack_calls_total", "method"), workspace]) {
      metrics.slackCall(method, n / 100);
      for (const error of [...values("qm_slack_errors_total", "error"), `error_${n}`])
        metrics.slackCall(method, n / 100, error);
    }
    for (const error of [undefined, ...kinds.map((kind) => new AppError(kind, ""))]) {
      metrics.cloudCall(`operation_${n}`, n / 100, error);
      for (const scheme of [...values("qm_secrets_resolved_total", "scheme"), `hunter${n}`])
        metrics.secretResolved(scheme, error);
    }
  }
  // The event loop is measured from the first scrape on.
  await expect
    .poll(() => lines(metrics))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^qm_event_loop_delay/)]));
  return metrics;
}

test("everything that can happen in 1,000 workspaces makes at most 420 series", async () => {
  const metrics = await afterEverything();
  expect((await lines(metrics)).length).toBeLessThanOrEqual(420);
});

test("every value of a label is one of a few, and none comes from a workspace", async () => {
  const metrics = await afterEverything();
  const labels = new Set((await lines(metrics)).flatMap((line) => line.match(/\w+="[^"]*"/g) ?? []));
  expect([...labels].filter((label) => /="(T\d+|error_\d+|hunter\d+|operation_1\d\d)"/.test(label))).toEqual(
    [],
  );
  const names = new Set([...labels].map((label) => label.replace(/=.*/, "")));
  expect([...names].toSorted()).toEqual(
    wordsIn(`
  call code command data_version error fate kind le method node_version operation outcome point queue
  reason scheme version
`),
  );
});

test.skipIf(commandPath("promtool") === undefined)(
  "Prometheus reads the exposition, and finds nothing to mend",
  async () => {
    const { text } = await (await afterEverything()).exposition();
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
      input: text,
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  },
);
