import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { putHook } from "./support/hook.ts";
import { type Collector, type CollectedSpan, startCollector } from "./support/collector.ts";
import { useTestEnvironment } from "./support/environment.ts";
import { person } from "./support/slack-person.ts";
import { shownText } from "@quartermaster/local-slack/person";
import { found, until } from "./support/until.ts";

let collector: Collector;
const environment = useTestEnvironment({
  ownProcess: true,
  environment: async () => {
    collector = await startCollector();
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: "1",
      TRACE_URL: "https://traces.example.com/{trace_id}",
    };
  },
});
let startedNs = 0n;
beforeAll(async () => {
  for (const { id, name } of environment.organization.services.slice(0, 2)) {
    const ada = person(environment.slack, "Ada Park");
    await ada.command("databases", `/db services add ${id} ${name}`);
    await ada.waitForMessage("databases", `Added *${name}*`);
    await ada.leave();
  }
});
beforeEach(() => void (startedNs = BigInt(Date.now()) * 1_000_000n));
afterAll(() => collector[Symbol.asyncDispose]());

/** A hook, and its sender, which has traces of its own. */
async function sender() {
  const { teamId, channels } = environment.slack;
  const channelId = channels.find(({ name }) => name === "databases")?.id ?? "";
  const { hook, url, secret } = await putHook(environment.redisUrl, teamId, {
    channelId,
    publicUrl: environment.app.url,
  });
  async function post(title: string, traceparent: string): Promise<void> {
    const alert = {
      id: title,
      title,
      body: `A text of the alert ${traceparent}.`,
      state: "firing",
      at: new Date().toISOString(),
    };
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", traceparent },
      body: JSON.stringify(alert),
    });
    expect(response.status).toBe(202);
  }
  return { hook, channelId, secret, post };
}

function newTraceparent() {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-00` };
}

function spansOf(traceId: string, name?: string): CollectedSpan[] {
  return collector.spans.filter((span) => span.traceId === traceId && (name ?? span.name) === span.name);
}

/** The spans that deliveries link to. */
function linked(): CollectedSpan["links"] {
  return collector.spans.filter(({ name }) => name === "outbox.deliver").flatMap(({ links }) => links);
}

function spanIn(traceId: string, name: string): Promise<CollectedSpan> {
  return found(async () => spansOf(traceId, name)[0]);
}

/** The span of a command that this test ran. */
function commandSpan(name: string): Promise<CollectedSpan> {
  return found(async () =>
    collector.spans.find(
      ({ attributes, startNs }) => startNs >= startedNs && attributes["qm.command"] === name,
    ),
  );
}

test("an alert has one trace from its sender's span to the call of Slack", async () => {
  const { hook, channelId, post } = await sender();
  const { traceId, spanId, traceparent } = newTraceparent();
  await post("Replica lag", traceparent);
  const call = await spanIn(traceId, "slack.call");
  const [receive, keep, ingest, deliver] = await Promise.all(
    ["alerts.receive", "alerts.keep", "alerts.ingest", "outbox.deliver"].map((name) => spanIn(traceId, name)),
  );
  expect(receive?.parentSpanId).toBe(spanId);
  expect(receive?.attributes).toEqual({
    "qm.workspace": environment.slack.teamId,
    "qm.hook": hook.id,
    "qm.events": 1,
    "qm.outcome": "accepted",
    "http.response.status_code": 202,
  });
  const received = { traceId, spanId: receive?.spanId };
  expect(keep?.parentSpanId).toBe(receive?.spanId);
  expect(ingest).toMatchObject({ parentSpanId: receive?.spanId, links: [received] });
  expect(deliver).toMatchObject({ parentSpanId: receive?.spanId, links: [received] });
  expect(deliver?.attributes).toMatchObject({ "qm.channel": channelId, "qm.events": 1, "qm.outcome": "ok" });
  expect(call).toMatchObject({
    parentSpanId: deliver?.spanId,
    attributes: { "qm.operation": "chat.postMessage", "qm.outcome": "ok" },
  });
});

test("a message that shows several events links to the span of each", async () => {
  const { post } = await sender();
  const traces = [newTraceparent(), newTraceparent(), newTraceparent()];
  for (const { traceparent } of traces) await post("Slow queries", traceparent);
  const receives = await Promise.all(traces.map(({ traceId }) => spanIn(traceId, "alerts.receive")));
  const wanted = receives.map(({ traceId, spanId }) => ({ traceId, spanId }));
  await until(async () => wanted.every(({ spanId }) => linked().some((link) => link.spanId === spanId)));
  expect(linked()).toEqual(expect.arrayContaining(wanted));
});

test("a command has one trace with its calls of the cloud and its answer", async () => {
  await environment.ada.command("databases", "/db backups orders prod");
  const command = await commandSpan("backups");
  expect(command.attributes).toEqual({
    "qm.workspace": environment.slack.teamId,
    "qm.command": "backups",
    "qm.outcome": "ok",
  });
  const inside = spansOf(command.traceId);
  const calls = inside.filter(({ name }) => name === "cloud.call");
  expect(calls.map(({ attributes }) => attributes["qm.operation"])).toContain(
    "GET /v1/organizations/{organizationId}/services/{serviceId}/backups",
  );
  expect(calls.every(({ parentSpanId }) => parentSpanId === command.spanId)).toBe(true);
  expect(inside.find(({ name }) => name === "slack.reply")?.parentSpanId).toBe(command.spanId);
});

test("log lines name the span in which they were written", async () => {
  await environment.ada.command("databases", "/db backups orders prod");
  const command = await commandSpan("backups");
  const line = environment.app
    .output()
    .split("\n")
    .find((each) => each.includes("command answered") && each.includes(command.traceId));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ span_id: command.spanId, trace_flags: "01" });
});

test("/db alerts trace links to the trace", async () => {
  const { post } = await sender();
  const { traceId, traceparent } = newTraceparent();
  await post("Full disk", traceparent);
  const deliver = await spanIn(traceId, "outbox.deliver");
  await environment.ada.command("databases", `/db alerts trace ${deliver.attributes["qm.incident"]}`);
  const answer = await environment.ada.waitForMessage("databases", (message) =>
    shownText(message).includes("Traces of its latest events"),
  );
  expect(JSON.stringify(answer)).toContain(`https://traces.example.com/${traceId}`);
});

test("no attribute has a text, a name, an address or a secret", async () => {
  const { secret, post } = await sender();
  const { traceId, traceparent } = newTraceparent();
  await post("Marked title", traceparent);
  await spanIn(traceId, "slack.call");
  await environment.ada.command("databases", "/db backups orders prod");
  await commandSpan("backups");
  const { TEST_KEY_SECRET = "", TEST_KEY_ID = "" } = environment.environment;
  const { botToken, signingSecret } = environment.slack;
  const values = collector.spans.flatMap(({ attributes }) => Object.values(attributes)).join("\n");
  for (const never of [
    secret,
    TEST_KEY_SECRET,
    TEST_KEY_ID,
    botToken,
    signingSecret,
    "Marked",
    "text of",
    "orders",
    "Ada",
    "http",
  ])
    expect(values).not.toContain(never);
});

test("a failure is exported although its trace is not sampled, and nothing else is", async () => {
  environment.environment["OTEL_TRACES_SAMPLER_ARG"] = "0";
  await environment.restartApp();
  collector.clear();
  startedNs = BigInt(Date.now()) * 1_000_000n;
  await environment.ada.command("databases", "/db costs last week");
  await environment.ada.waitForMessage("databases", "Costs");
  const match = { pathPattern: "/v1/*/services/*/backups" };
  await environment.faults({ kind: "status", status: 500, match });
  await environment.ada.command("databases", "/db backups web analytics");
  const command = await commandSpan("backups");
  expect(command).toMatchObject({
    isFailed: true,
    attributes: { "qm.command": "backups", "error.type": "upstream" },
  });
  const failed = collector.spans.filter(({ name, isFailed }) => name === "cloud.call" && isFailed);
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([command.traceId]));
});
