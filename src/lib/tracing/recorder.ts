import { AsyncLocalStorage } from "node:async_hooks";
import { AppError, isAppError } from "../errors.ts";
import { truncate } from "../text.ts";
import type { Attributes, SpanName } from "./names.ts";
import { type SpanIds, formatTraceparent, hexIds, readTraceparent } from "./traceparent.ts";
import type { Origin, TraceFields, Tracing } from "./tracing.ts";

/** A span that is over and is to be exported. Times are in Unix milliseconds, with fractions. */
export interface FinishedSpan {
  name: SpanName;
  traceId: string;
  spanId: string;
  parent: Pick<SpanIds, "traceId" | "spanId"> | undefined;
  links: readonly SpanIds[];
  attributes: Readonly<Record<string, string | number>>;
  startMs: number;
  endMs: number;
  isFailed: boolean;
}

interface Options {
  /** The share of traces to export, from 0 to 1. */
  sampleRatio: number;
  /** Takes each span to export. Must not fail. */
  send: (span: FinishedSpan) => void;
  /** Unix time in milliseconds. */
  now: () => number;
  monotonicMs: () => number;
  /** From 0 to 1, like `Math.random`. */
  random: () => number;
  randomBytes: (count: number) => Buffer;
}

/** The part of a trace that one piece of work makes in this process. */
interface Part {
  /** It is over when this span is. */
  first: Open | undefined;
  /** Made when it is needed, unless another span gave it. */
  traceId: string | undefined;
  isSampled: boolean;
  /** True if spans of a sender are in its trace too. */
  isForeign: boolean;
  isOver: boolean;
  /** Its begin by both clocks, so its spans agree about the order. */
  wallMs: number;
  monotonicMs: number;
  /** The spans that are over, while it is not sampled. A failure exports them. */
  waiting: Open[];
}

/** A span under way. Nine of ten are never exported, so all that an export needs is made only then. */
interface Open {
  part: Part;
  name: SpanName;
  spanId: string | undefined;
  parent: Open | SpanIds | undefined;
  links: readonly string[];
  /** A later one wins. */
  attributes: Attributes[];
  /** By the monotonic clock. */
  startMs: number;
  endMs: number;
  isFailed: boolean;
}

/** The most spans of an unsampled part that wait for a failure. */
const mostWaiting = 100;
/** The most spans that one span links to. */
const mostLinks = 32;
/** Our ids and words are shorter. */
const longestValue = 200;

/**
 * Records spans with ids of W3C Trace Context. The decision whether to export a trace is made at its first span. If a
 * span fails, all spans of its part in this process are exported anyway, also those that were over before.
 */
export function createTracing({ sampleRatio, send, now, monotonicMs, random, randomBytes }: Options) {
  const storage = new AsyncLocalStorage<Open | undefined>();
  const newId = hexIds(randomBytes);

  /** Work that outlives its span, such as a loop that the span started, is not a part of it. */
  function active(): Open | undefined {
    const open = storage.getStore();
    return open && !open.part.isOver ? open : undefined;
  }

  function open(name: SpanName, attributes: Attributes, part: Part, parent: Open["parent"]): Open {
    const span: Open = {
      part,
      name,
      spanId: undefined,
      parent,
      links: [],
      attributes: [attributes],
      startMs: monotonicMs(),
      endMs: 0,
      isFailed: false,
    };
    part.first ??= span;
    return span;
  }

  function begun(name: SpanName, attributes: Attributes, origin: Origin): Open {
    const own = readTraceparent(origin.parent);
    const parent = own ?? readTraceparent(origin.foreignParent);
    const part: Part = {
      first: undefined,
      traceId: parent?.traceId,
      isSampled: own?.isSampled ?? (origin.isUnsampled !== true && random() < sampleRatio),
      isForeign: own === undefined && parent !== undefined,
      isOver: false,
      wallMs: now(),
      monotonicMs: monotonicMs(),
      waiting: [],
    };
    const span = open(name, attributes, part, parent);
    if (origin.links) span.links = origin.links;
    return span;
  }

  async function run<T>(
    span: Open,
    work: () => Promise<T>,
    asAppError: (error: unknown) => unknown = (error) => error,
  ): Promise<T> {
    try {
      return await storage.run(span, work);
    } catch (error) {
      noteFailure(span, asAppError(error));
      throw error;
    } finally {
      end(span);
    }
  }

  function end(span: Open): void {
    const { part } = span;
    span.endMs = monotonicMs();
    if (part.isSampled) sendOne(span);
    else if (part.waiting.length < mostWaiting) part.waiting.push(span);
    if (part.first !== span) return;
    part.isOver = true;
    part.waiting = [];
  }

  function noteFailure(span: Open, error: unknown): void {
    const { part, attributes } = span;
    const kind = kindOf(error);
    attributes.push({ "qm.outcome": kind });
    if (!isFailure(error)) return;
    span.isFailed = true;
    attributes.push({ "error.type": kind });
    part.isSampled = true;
    for (const each of part.waiting.splice(0)) sendOne(each);
  }

  function sendOne(span: Open): void {
    // What the exporter starts, such as its timer, is not a part of the span.
    storage.run(undefined, () => send(finished(span)));
  }

  function idsOf(span: Open | SpanIds): SpanIds {
    if (!("part" in span)) return span;
    const { part } = span;
    part.traceId ??= newId(16);
    span.spanId ??= newId(8);
    return { traceId: part.traceId, spanId: span.spanId, isSampled: part.isSampled };
  }

  function finished(span: Open): FinishedSpan {
    const { name, part, parent, isFailed } = span;
    const { traceId, spanId } = idsOf(span);
    return {
      name,
      traceId,
      spanId,
      parent: parent && idsOf(parent),
      links: span.links.slice(-mostLinks).flatMap((link) => readTraceparent(link) ?? []),
      attributes: merged([{ "qm.outcome": "ok" }, ...span.attributes]),
      startMs: part.wallMs + (span.startMs - part.monotonicMs),
      endMs: part.wallMs + (span.endMs - part.monotonicMs),
      isFailed,
    };
  }

  const tracing: Tracing = {
    span(name, attributes, work, asAppError) {
      const parent = active();
      const span = parent ? open(name, attributes, parent.part, parent) : begun(name, attributes, {});
      return run(span, work, asAppError);
    },
    begin: (name, attributes, origin, work) => run(begun(name, attributes, origin), work),
    note: (attributes) => void active()?.attributes.push(attributes),
    failed(error) {
      const span = active();
      if (span) noteFailure(span, error);
    },
    traceparent() {
      const span = active();
      return span && formatTraceparent(idsOf(span));
    },
    eventTraceparent() {
      const span = active();
      return span && (span.part.isSampled || span.part.isForeign)
        ? formatTraceparent(idsOf(span))
        : undefined;
    },
  };

  return {
    ...tracing,
    /** The fields for a log line that is written now. */
    logFields: (): TraceFields => {
      const span = active();
      if (!span) return {};
      const { traceId, spanId, isSampled } = idsOf(span);
      return { trace_id: traceId, span_id: spanId, trace_flags: isSampled ? "01" : "00" };
    },
  };
}

function merged(all: readonly Attributes[]): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [key, value] of all.flatMap((attributes) => Object.entries(attributes)))
    if (value !== undefined) values[key] = typeof value === "string" ? truncate(value, longestValue) : value;
  return values;
}

/** What went wrong, in our own words. Messages of errors may name things, so they stay in the log. */
function kindOf(error: unknown): string {
  return error instanceof AppError ? error.kind : "bug";
}

/** A person's mistake, a missing thing and a rate limit are outcomes, not failures. */
function isFailure(error: unknown): boolean {
  return !(error instanceof AppError) || isAppError(error, "auth", "upstream", "bug");
}
