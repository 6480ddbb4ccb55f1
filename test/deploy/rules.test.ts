import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMetrics } from "../../src/lib/metrics.ts";
import { commandPath } from "../support/installed.ts";
import { metricsIn, readRules, ruleFiles } from "./rules.ts";

const { alerts, records } = await readRules();
const runbook = await readFile("docs/runbook.md", "utf8");

test("every metric in a rule is exposed or recorded", () => {
  const known = new Set([
    ...createMetrics().families.map(({ name }) => name),
    ...records.map(({ record }) => record),
  ]);
  const named = [...alerts, ...records].flatMap(({ expr }) => metricsIn(expr));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("every bound of a histogram in a rule is one of its buckets", async () => {
  const metrics = createMetrics();
  const { text } = await metrics.exposition();
  const used = records.flatMap(({ expr }) => expr.match(/\w+_bucket\{[^}]*\}/g) ?? []);
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((series) => !text.includes(series.replaceAll(", ", ",")))).toEqual([]);
});

test("every alert's runbook_url leads to a section of the runbook, and every section about an alert has one", () => {
  const sections = [...runbook.matchAll(/^### (Quartermaster\w+)$/gm)].map(([, name]) => name);
  expect(new Set(sections)).toEqual(new Set(alerts.map(({ alert }) => alert)));
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook_url).toMatch(new RegExp(`/docs/runbook\\.md#${alert.toLowerCase()}$`));
});

test("the runbook explains each kind of error", async () => {
  const source = await readFile("src/lib/errors.ts", "utf8");
  const kinds = [...source.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, kind]) => kind);
  const explained = [...runbook.matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(5);
  expect(explained).toEqual(kinds);
});

// One value a minute, for 45 minutes. `0+5x45` rises by 5 a minute, `3x45` stays 3. Windows that are longer see the
// same ratios.
const minutes = 45;
const steady = (value: number) => `${value}x${minutes}`;
const rising = (perMinute: number) => `0+${perMinute}x${minutes}`;

/** What a healthy installation exposes, as far as the rules read it. */
const healthy: Readonly<Record<string, string>> = {
  'qm_build_info{version="1.0.0"}': steady(1),
  'qm_hook_request_seconds_bucket{code="2xx",le="0.25"}': rising(9_996),
  'qm_hook_request_seconds_count{code="2xx"}': rising(9_998),
  'qm_hook_request_seconds_count{code="5xx"}': rising(2),
  'qm_alert_attempt_seconds_bucket{le="5.0"}': rising(9_996),
  qm_alert_attempt_seconds_count: rising(10_000),
  'qm_slack_ack_seconds_bucket{kind="command",le="1.0"}': rising(996),
  'qm_slack_ack_seconds_count{kind="command"}': rising(1_000),
  'qm_slack_unacknowledged_total{kind="command"}': steady(0),
  'qm_slack_unacknowledged_total{kind="other"}': steady(0),
  qm_alert_events_difference: steady(0),
  'qm_alert_events_total{fate="dead"}': steady(3),
  qm_redis_up: steady(1),
  qm_redis_write_seconds: steady(0.001),
  qm_redis_memory_used_bytes: steady(700),
  qm_redis_memory_max_bytes: steady(1_000),
  'qm_queue_oldest_seconds{queue="outboxes"}': steady(2),
  'qm_queue_failures_total{queue="creations"}': steady(1),
  qm_outbox_behind_seconds: steady(3),
  'qm_hook_refusals_total{reason="hook_events"}': steady(0),
  'qm_hook_refusals_total{reason="memory"}': steady(0),
  qm_schedules_late_seconds: steady(0),
  'qm_event_loop_delay_seconds{point="p99"}': steady(0.02),
  'qm_event_loop_delay_seconds{point="max"}': steady(0.9),
  'qm_secrets_resolved_total{scheme="vault",outcome="ok"}': rising(100),
  'qm_secrets_resolved_total{scheme="vault",outcome="failed"}': rising(1),
  'qm_slack_calls_total{method="chat.update",outcome="ok"}': rising(1_000),
  'qm_slack_calls_total{method="chat.update",outcome="limited"}': rising(500),
  'qm_slack_calls_total{method="chat.update",outcome="failed"}': rising(10),
  'qm_slack_errors_total{error="token_revoked"}': rising(2),
  'qm_cloud_calls_total{operation="list_services",outcome="ok"}': rising(100),
  'qm_cloud_calls_total{operation="list_services",outcome="refused"}': rising(50),
  'qm_cloud_calls_total{operation="list_services",outcome="failed"}': rising(1),
};

interface Situation {
  /** The series that differ from the healthy ones. "" for one that is absent. */
  series: Readonly<Record<string, string>>;
  /** The alerts that fire, and no others. */
  firing: readonly string[];
}

/** Rises from the 20th minute on. */
const later = (perMinute: number) => `0x19 0+${perMinute}x25`;

const situations = {
  "nothing is wrong": { series: {}, firing: [] },
  "there is no traffic": {
    series: Object.fromEntries(
      Object.entries(healthy).flatMap(([name, values]) =>
        values.startsWith("0+") ? [[name, steady(0)]] : [],
      ),
    ),
    firing: [],
  },
  "nothing is scraped": {
    series: Object.fromEntries(Object.keys(healthy).map((name) => [name, ""])),
    firing: ["Down"],
  },
  "many requests to hooks fail": {
    series: { 'qm_hook_request_seconds_count{code="5xx"}': rising(200) },
    firing: ["HookAnswersBurnFast", "HookAnswersBurnSlow"],
  },
  "many requests to hooks are slow": {
    series: { 'qm_hook_request_seconds_bucket{code="2xx",le="0.25"}': rising(9_000) },
    firing: ["HookAnswersBurnFast", "HookAnswersBurnSlow"],
  },
  "a few requests to hooks fail, all the time": {
    series: { 'qm_hook_request_seconds_count{code="5xx"}': rising(40) },
    firing: ["HookAnswersBurnSlow"],
  },
  "alerts wait before Slack is asked": {
    series: { 'qm_alert_attempt_seconds_bucket{le="5.0"}': rising(9_000) },
    firing: ["AlertAttemptsBurnFast", "AlertAttemptsBurnSlow"],
  },
  "some alerts wait, all the time": {
    series: { 'qm_alert_attempt_seconds_bucket{le="5.0"}': rising(9_960) },
    firing: ["AlertAttemptsBurnSlow"],
  },
  "commands are slow": {
    series: { 'qm_slack_ack_seconds_bucket{kind="command",le="1.0"}': rising(700) },
    firing: ["CommandAnswersBurnFast", "CommandAnswersBurnSlow"],
  },
  "commands are not acknowledged": {
    series: { 'qm_slack_unacknowledged_total{kind="other"}': rising(300) },
    firing: ["CommandAnswersBurnFast", "CommandAnswersBurnSlow"],
  },
  "some commands are slow, all the time": {
    series: { 'qm_slack_ack_seconds_bucket{kind="command",le="1.0"}': rising(960) },
    firing: ["CommandAnswersBurnSlow"],
  },
  "the only two commands of a quiet night are slow": {
    series: {
      'qm_slack_ack_seconds_bucket{kind="command",le="1.0"}': steady(0),
      'qm_slack_ack_seconds_count{kind="command"}': "0x34 0+1x2 2x7",
    },
    firing: ["CommandAnswersBurnSlow"],
  },
  "events are missing": {
    series: { qm_alert_events_difference: steady(-2) },
    firing: ["EventsUnaccountedFor"],
  },
  "Redis is away": {
    series: {
      qm_redis_up: steady(0),
      qm_redis_write_seconds: "",
      qm_redis_memory_used_bytes: "",
      qm_redis_memory_max_bytes: "",
    },
    firing: ["RedisAway"],
  },
  "Redis is nearly full": {
    series: { qm_redis_memory_used_bytes: steady(850) },
    firing: ["RedisNearlyFull"],
  },
  "Redis has no limit": { series: { qm_redis_memory_max_bytes: steady(0) }, firing: [] },
  "Redis is slow": { series: { qm_redis_write_seconds: steady(0.4) }, firing: ["RedisSlow"] },
  "a queue is not worked on": {
    series: { 'qm_queue_oldest_seconds{queue="outboxes"}': rising(60) },
    firing: ["QueueOld"],
  },
  "an item fails again and again": {
    series: { 'qm_queue_failures_total{queue="creations"}': rising(2) },
    firing: ["StepsFailing"],
  },
  "a channel is behind": { series: { qm_outbox_behind_seconds: rising(60) }, firing: ["OutboxBehind"] },
  "alerts are given up": {
    series: { 'qm_alert_events_total{fate="dead"}': later(1) },
    firing: ["AlertsUndelivered"],
  },
  "a sender sends too much": {
    series: { 'qm_hook_refusals_total{reason="hook_events"}': rising(30) },
    firing: ["HooksRefused"],
  },
  "reports are late": { series: { qm_schedules_late_seconds: rising(60) }, firing: ["SchedulesLate"] },
  "a process is too busy": {
    series: { 'qm_event_loop_delay_seconds{point="p99"}': steady(0.6) },
    firing: ["EventLoopBlocked"],
  },
  "a secret store is away": {
    series: { 'qm_secrets_resolved_total{scheme="vault",outcome="failed"}': rising(100) },
    firing: ["SecretsFailing"],
  },
  "Slack refuses the token": {
    series: { 'qm_slack_errors_total{error="invalid_auth"}': rising(500) },
    firing: ["SlackRefusesToken"],
  },
  "Slack is down": {
    series: { 'qm_slack_calls_total{method="chat.update",outcome="failed"}': rising(500) },
    firing: ["SlackFailing"],
  },
  "the cloud is down": {
    series: { 'qm_cloud_calls_total{operation="list_services",outcome="failed"}': rising(100) },
    firing: ["CloudFailing"],
  },
} satisfies Record<string, Situation>;

test("every alert fires in one of the situations", () => {
  const fired = new Set(Object.values(situations).flatMap(({ firing }) => firing));
  expect([...fired].map((name) => `Quartermaster${name}`).toSorted()).toEqual(
    alerts.map(({ alert }) => alert).toSorted(),
  );
});

/** One test for promtool with a job for each situation, because every rule looks at each job alone. JSON is YAML. */
function promtoolTest(all: Readonly<Record<string, Situation>>) {
  const series = Object.entries(all).flatMap(([job, situation]) =>
    Object.entries({ ...healthy, ...situation.series })
      .filter(([, values]) => values !== "")
      .map(([name, values]) => ({ series: withJob(name, job), values })),
  );
  const expected = Object.entries(all).map(([job, { firing }]) => ({
    // Without any job there is no label.
    expr: `count by (alertname) (ALERTS{alertstate="firing", job=~"${job}|"})`,
    eval_time: "40m",
    exp_samples: firing.map((alert) => ({ labels: `{alertname="Quartermaster${alert}"}`, value: 1 })),
  }));
  return { interval: "1m", input_series: series, promql_expr_test: expected };
}

function withJob(series: string, job: string): string {
  const [name = "", labels = ""] = series.replace("}", "").split("{");
  return `${name}{${[labels, `job="${job}"`, 'instance="a"'].filter(Boolean).join(",")}}`;
}

function promtool(...words: string[]) {
  const { status, stdout, stderr } = spawnSync("promtool", words, { encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

const without = commandPath("promtool") === undefined;

test.skipIf(without)("Prometheus reads the rules", async () => {
  expect(promtool("check", "rules", ...(await ruleFiles()))).toMatchObject({ status: 0 });
});

test.skipIf(without)("each situation fires its alerts and no others", { timeout: 120_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "rules-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const { "nothing is scraped": nothing, ...scraped } = situations;
  const tests = [promtoolTest(scraped), promtoolTest({ "nothing is scraped": nothing })];
  const file = join(directory, "test.yaml");
  await writeFile(
    file,
    JSON.stringify({ rule_files: await ruleFiles(), evaluation_interval: "1m", tests }, undefined, 1),
  );
  expect(promtool("test", "rules", file)).toMatchObject({ status: 0 });
});
