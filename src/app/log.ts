import { randomBytes } from "node:crypto";
import { type Logger, pino } from "pino";
import { loggedError } from "../lib/logged-error.ts";
import type { SpanExport } from "../lib/tracing/otlp.ts";
import { type Tracing, noTracing } from "../lib/tracing/tracing.ts";
import type { Config } from "./config/config.ts";
import type { Overrides } from "./overrides.ts";

/**
 * Makes the log, and what records traces. Without a collector nothing is recorded, and no module for it is loaded. With
 * one, each log line names the present trace.
 */
export async function startLog(
  { logLevel: level, traceRatio: sampleRatio }: Pick<Config, "logLevel" | "traceRatio">,
  { now, logTo = pino.destination(1) }: { logTo: Overrides["logTo"]; now: () => Date },
  stack: AsyncDisposableStack,
): Promise<{ log: Logger; tracing: Tracing }> {
  const options = { level, serializers: { err: loggedError } };
  if (sampleRatio === undefined) return { log: pino(options, logTo), tracing: noTracing };
  const [{ createTracing }, { startExport }] = await Promise.all([
    import("../lib/tracing/recorder.ts"),
    import("../lib/tracing/otlp.ts"),
  ]);
  const nowMs = () => now().getTime();
  let spans: SpanExport | undefined;
  const { logFields, ...tracing } = createTracing({
    sampleRatio,
    send: (span) => spans?.send(span),
    now: nowMs,
    monotonicMs: () => performance.now(),
    random: Math.random,
    randomBytes,
  });
  const log = pino({ ...options, mixin: logFields }, logTo);
  spans = stack.adopt(await startExport(log, nowMs), (each) => each.close());
  return { log, tracing };
}
