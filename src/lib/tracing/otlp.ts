import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import { DiagLogLevel, type SpanContext, SpanStatusCode, TraceFlags, diag } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { within } from "../clock.ts";
import { minuteMs } from "../duration.ts";
import { AppError } from "../errors.ts";
import { truncate } from "../text.ts";
import { appVersion } from "../version.ts";
import { kindOfSpan } from "./tracing.ts";
import type { FinishedSpan } from "./recorder.ts";
import type { SpanIds } from "./traceparent.ts";

/** A process that stops gives a slow collector this long for the last spans. */
const closeMs = 2_000;
/** More spans than this, while the collector is slow or away, are dropped. */
const mostQueued = 4_096;
/** A killed process loses the spans of so long, and the link to a new trace leads nowhere for so long. */
const exportEveryMs = 1_000;

/** The way to the collector, if it isn't straight. */
interface Agents {
  httpAgent?: HttpAgent;
  httpsAgent?: HttpsAgent;
}

/** Sends spans to a collector. */
export interface SpanExport {
  send(span: FinishedSpan): void;
  /** Sends what is left, for at most two seconds. */
  close(): Promise<void>;
}

/**
 * Loads OpenTelemetry's SDK, which reads the address, the headers and the service's name from its own variables. Fails
 * as `user` if the optional packages are not installed. A collector that is away is only logged, once a minute.
 */
export async function startExport(
  log: Pick<Logger, "warn">,
  nowMs: () => number,
  { httpAgent, httpsAgent }: Agents = {},
): Promise<SpanExport> {
  const { BatchSpanProcessor, OTLPTraceExporter, resource } = await loadSdk();
  const agent = httpAgent ?? httpsAgent;
  let quietUntilMs = 0;
  const warn = (message: string) => {
    if (nowMs() < quietUntilMs) return;
    quietUntilMs = nowMs() + minuteMs;
    log.warn({ from: "opentelemetry" }, truncate(message, 500));
  };
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const queue = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(agent ? { httpAgentOptions: () => agent } : {}),
    maxQueueSize: mostQueued,
    scheduledDelayMillis: exportEveryMs,
  });
  return {
    send: (span) => queue.onEnd(readable(span, resource)),
    close: () => within(closeMs, queue.shutdown().catch(quiet), undefined),
  };
}

function quiet(): void {
  // OpenTelemetry's chatter, and a collector that doesn't answer the last request.
}

async function loadSdk() {
  try {
    const [{ BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-proto"),
      import("@opentelemetry/resources"),
    ]);
    const named = resources.resourceFromAttributes({
      "service.name": "quartermaster",
      "service.version": appVersion,
    });
    const given = resources.detectResources({ detectors: [resources.envDetector] });
    return {
      BatchSpanProcessor,
      OTLPTraceExporter,
      resource: resources.defaultResource().merge(named).merge(given),
    };
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new AppError("user", notInstalled, { cause: error });
  }
}

const notInstalled =
  "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages for traces aren't installed. Install @opentelemetry/sdk-trace, @opentelemetry/resources and @opentelemetry/exporter-trace-otlp-proto, or remove the setting.";

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}

// One object, because the exporter groups spans by it.
const instrumentationScope = { name: "quartermaster", version: appVersion };

/** Each span has the same properties in the same order: the exporter reads such objects fastest. */
function readable(span: FinishedSpan, resource: ReadableSpan["resource"]): ReadableSpan {
  const { name, parent, links, attributes, startMs, endMs } = span;
  const context = contextOf(span, true);
  return {
    name,
    kind: kindOfSpan[name],
    spanContext: () => context,
    parentSpanContext: parent && contextOf(parent, true),
    startTime: secondsAndNanoseconds(startMs),
    endTime: secondsAndNanoseconds(endMs),
    duration: secondsAndNanoseconds(endMs - startMs),
    status: { code: span.isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: links.map((link) => ({ context: contextOf(link, link.isSampled) })),
    events: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf(
  { traceId, spanId }: Pick<SpanIds, "traceId" | "spanId">,
  isSampled: boolean,
): SpanContext {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

function secondsAndNanoseconds(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.floor((ms - seconds * 1_000) * 1_000_000)];
}
