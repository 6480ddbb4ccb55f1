import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import type { FinishedSpan } from "../../../src/lib/tracing/recorder.ts";
import { startExport } from "../../../src/lib/tracing/otlp.ts";
import { startCollector } from "../../support/collector.ts";
import { until } from "../../support/until.ts";

const span: FinishedSpan = {
  name: "slack.call",
  traceId: "a".repeat(32),
  spanId: "b".repeat(16),
  parent: { traceId: "a".repeat(32), spanId: "c".repeat(16) },
  links: [{ traceId: "d".repeat(32), spanId: "e".repeat(16), isSampled: true }],
  attributes: { "qm.operation": "chat.postMessage", "qm.events": 3 },
  startMs: 1_764_120_000_000.25,
  endMs: 1_764_120_000_010.75,
  isFailed: true,
};

afterEach(() => vi.unstubAllEnvs());

function logged() {
  const lines: string[] = [];
  return { lines, log: pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }) };
}

test("a span gets to the collector as it is, with the service's name and version", async () => {
  await using collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  const spans = await startExport(logged().log, () => 0);
  spans.send(span);
  await spans.close();
  expect(collector.spans).toEqual([
    {
      name: "slack.call",
      traceId: "a".repeat(32),
      spanId: "b".repeat(16),
      parentSpanId: "c".repeat(16),
      kind: 3,
      startNs: 1_764_120_000_000_250_000n,
      endNs: 1_764_120_000_010_750_000n,
      attributes: { "qm.operation": "chat.postMessage", "qm.events": 3 },
      links: [{ traceId: "d".repeat(32), spanId: "e".repeat(16) }],
      isFailed: true,
      resource: expect.objectContaining({
        "service.name": "quartermaster",
        "service.version": expect.any(String),
      }),
      groupSize: 1,
    },
  ]);
});

test("spans that are sent together are one group", async () => {
  await using collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  const spans = await startExport(logged().log, () => 0);
  for (let count = 0; count < 3; count += 1) spans.send(span);
  await spans.close();
  expect(collector.spans.map(({ groupSize }) => groupSize)).toEqual([3, 3, 3]);
});

test("OpenTelemetry's own variables give the headers, the service's name and other attributes", async () => {
  await using collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20a-token");
  vi.stubEnv("OTEL_SERVICE_NAME", "alerts-of-acme");
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
  const spans = await startExport(logged().log, () => 0);
  spans.send(span);
  await spans.close();
  expect(collector.headers().authorization).toBe("Bearer a-token");
  expect(collector.spans[0]?.resource).toMatchObject({
    "service.name": "alerts-of-acme",
    "deployment.environment.name": "test",
  });
});

test("a collector that is away is logged once a minute, without the headers", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20a-token");
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "100");
  const { log, lines } = logged();
  const spans = await startExport(log, () => 0);
  for (let count = 0; count < 1_100; count += 1) spans.send(span);
  await spans.close();
  await until(async () => lines.length > 0);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("opentelemetry");
  expect(lines.join("")).not.toContain("a-token");
});
