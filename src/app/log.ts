import { randomBytes } from "node:crypto";
import { type Logger, type LoggerOptions, pino, stdSerializers } from "pino";
import { minuteMs } from "../lib/duration.ts";
import { windowCounts } from "../lib/window-counts.ts";
import { holdsSecret, withoutSecret } from "../lib/secrets-in-text.ts";
import type { SpanExport } from "../lib/tracing/otlp.ts";
import { nodeAgents } from "../platform/cloud/transport/agents.ts";
import { type Tracing, noTracing } from "../lib/tracing/tracing.ts";
import type { Config } from "./config/config.ts";
import type { Overrides } from "./overrides.ts";

// Reasons to log come from outside, and may come by the thousand.
const mostOfOneInAMinute = 200;
const infoLevel = 30;

/**
 * Writes at most 200 lines in a minute with one message, and then that more were left out. Audit entries are all written,
 * and so are lines below `info`.
 */
function fewOfEach(): NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]> {
  const countOf = windowCounts({ windowMs: minuteMs, mostKeys: 1_000, nowMs: () => performance.now() });
  return function (given, write, level) {
    const message = given.find((each) => typeof each === "string") ?? "";
    if (level < infoLevel || message === "audit") return write.apply(this, given);
    const { count } = countOf(message);
    if (count <= mostOfOneInAMinute) return write.apply(this, given);
    if (count === mostOfOneInAMinute + 1) write.apply(this, [`left out for a minute: ${message}`]);
  };
}

type LogSettings = Pick<Config, "logLevel" | "traceRatio" | "tracesTo" | "proxy">;

/**
 * Makes the log, and what records traces. Without a collector nothing is recorded, and no module for it is loaded. With
 * one, each log line names the present trace.
 */
export async function startLog(
  { logLevel: level, traceRatio: sampleRatio, tracesTo, proxy }: LogSettings,
  { now, logTo = pino.destination(1) }: { logTo: Overrides["logTo"]; now: () => Date },
  stack: AsyncDisposableStack,
): Promise<{ log: Logger; tracing: Tracing }> {
  const options = { level, serializers: { err: loggedError }, hooks: { logMethod: fewOfEach() } };
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
  spans = stack.adopt(await startExport(log, nowMs, nodeAgents(tracesTo ?? "", proxy)), (each) =>
    each.close(),
  );
  return { log, tracing };
}

/** Our errors are never nested this deep. */
const deepest = 10;

/**
 * An error for the log without a secret. It has no `command` field: a refused Redis command holds its arguments, and one
 * of them may be a secret.
 */
export function loggedError(error: unknown): unknown {
  return withoutCommands(error instanceof Error ? stdSerializers.err(error) : error, 0);
}

function withoutCommands(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepest) return "[too deep]";
  if (Array.isArray(value)) return value.map((each) => withoutCommands(each, depth + 1));
  const plain = value instanceof Error ? stdSerializers.err(value) : value;
  const kept = Object.entries(plain).filter(([name]) => name !== "command");
  return withoutQuoted(
    Object.fromEntries(kept.map(([name, each]) => [name, withoutCommands(each, depth + 1)])),
  );
}

/** A message may quote what a person typed. A stack repeats it. */
function withoutQuoted(error: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { message, stack } = error;
  if (typeof message !== "string" || !holdsSecret(message)) return error;
  const safe = withoutSecret(message);
  return {
    ...error,
    message: safe,
    ...(typeof stack === "string" && { stack: stack.replaceAll(message, safe) }),
  };
}
