import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { AppError, isAppError } from "../errors.ts";
import { truncate } from "../text.ts";
import type { Attributes, Origin, SpanName, TraceFields, Tracing } from "./tracing.ts";
import { type SpanIds, formatTraceparent, hexIds, readTraceparent } from "./traceparent.ts";

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

/**
 * The part of a trace that one piece of work makes in this process. Timers and loops that the work starts may keep it
 * for long after its end, so it is small then.
 */
interface Part {
  /** Undefined once it is over. */
  first: Open | undefined;
  /** Made when it is needed, unless another span gave it. */
  traceId: string | undefined;
  isSampled: boolean;
  /** True if spans of a sender are in its trace too. */
  isForeign: boolean;
  /** Unix time when the monotonic clock began. Taken once, so its spans agree about the order. */
  clockBeganMs: number | undefined;
  /** The spans that are over, while it is not sampled. A failure exports them. */
  waiting: Open[] | undefined;
}

/** A span under way. Nine of ten are never exported, so all that an export needs is made only then. */
interface Open {
  part: Part;
  name: SpanName;
  spanId: string | undefined;
  parent: Open | SpanIds | undefined;
  links: readonly string[] | undefined;
  attributes: Attributes;
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

/** What an error of another library means. */
type AsAppError = (error: unknown) => AppError;

/**
 * Records spans with ids of W3C Trace Context. The decision whether to export a trace is made at its first span. If a
 * span fails, all spans of its part in this process are exported anyway, also those that were over before.
 */
export function createTracing({ sampleRatio, send, now, monotonicMs, random, randomBytes }: Options) {
  const storage = new AsyncLocalStorage<Part>();
  /** The context of work outside of all spans. It has no other storage's value either, because the app has none. */
  const outside = new AsyncResource("outside of all spans");
  const newId = hexIds(randomBytes);

  /** Work that outlives its part, such as a loop that it started, does not belong to it. */
  function active(): Open | undefined {
    return storage.getStore()?.first;
  }

  function open(part: Part, name: SpanName, attributes: Attributes, parent: Open["parent"]): Open {
    return {
      part,
      name,
      spanId: undefined,
      parent,
      links: undefined,
      attributes,
      startMs: monotonicMs(),
      endMs: 0,
      isFailed: false,
    };
  }

  /** Only the first span has a context of its own, because contexts cost the most. */
  function begin<T>(
    name: SpanName,
    attributes: Attributes,
    origin: Origin,
    work: () => Promise<T>,
    asAppError?: AsAppError,
  ): Promise<T> {
    const own = readTraceparent(origin.parent);
    const parent = own ?? readTraceparent(origin.foreignParent);
    const part: Part = {
      first: undefined,
      traceId: parent?.traceId,
      isSampled: own?.isSampled ?? (origin.isUnsampled !== true && random() < sampleRatio),
      isForeign: own === undefined && parent !== undefined,
      clockBeganMs: undefined,
      waiting: undefined,
    };
    const first = open(part, name, attributes, parent);
    first.links = origin.links;
    part.first = first;
    const result = outside.runInAsyncScope(() => {
      // Not `run`, which makes a second context to return to.
      storage.enterWith(part);
      return outcomeOf(work);
    });
    return ended(first, result, asAppError);
  }

  /** Work's result, once its span is over. */
  function ended<T>(span: Open, result: Promise<T>, asAppError: AsAppError | undefined): Promise<T> {
    // Not with `await`, which takes more memory for each span under way.
    return result.then(
      (value) => {
        end(span);
        return value;
      },
      (error: unknown) => {
        noteFailure(span, asAppError ? asAppError(error) : error);
        end(span);
        throw error;
      },
    );
  }

  function end(span: Open): void {
    const { part } = span;
    span.endMs = monotonicMs();
    if (part.isSampled) sendOne(span);
    if (part.first === span) {
      part.first = undefined;
      part.waiting = undefined;
    } else if (!part.isSampled && part.first) {
      part.waiting ??= [];
      if (part.waiting.length < mostWaiting) part.waiting.push(span);
    }
  }

  function noteFailure(span: Open, error: unknown): void {
    const { part } = span;
    const kind = kindOf(error);
    note(span, { "qm.outcome": kind });
    if (!isFailure(error)) return;
    span.isFailed = true;
    note(span, { "error.type": kind });
    part.isSampled = true;
    part.waiting?.forEach(sendOne);
    part.waiting = undefined;
  }

  function sendOne(span: Open): void {
    // What the exporter starts, such as its timer, is not a part of the span.
    outside.runInAsyncScope(send, undefined, finished(span));
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
    part.clockBeganMs ??= now() - monotonicMs();
    return {
      name,
      traceId,
      spanId,
      parent: parent && idsOf(parent),
      links: (span.links ?? []).slice(-mostLinks).flatMap((link) => readTraceparent(link) ?? []),
      attributes: exported(span.attributes),
      startMs: part.clockBeganMs + span.startMs,
      endMs: part.clockBeganMs + span.endMs,
      isFailed,
    };
  }

  const tracing: Tracing = {
    span(name, attributes, work, asAppError) {
      const first = active();
      if (!first) return begin(name, attributes, {}, work, asAppError);
      const span = open(first.part, name, attributes, first);
      return ended(span, outcomeOf(work), asAppError);
    },
    begin,
    note(attributes) {
      const span = active();
      if (span) note(span, attributes);
    },
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

/** Of several values for one key, the last one counts. */
function note(span: Open, attributes: Attributes): void {
  span.attributes = { ...span.attributes, ...attributes };
}

/** Work's promise, also if it fails at once. */
function outcomeOf<T>(work: () => Promise<T>): Promise<T> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error);
  }
}

function exported(attributes: Attributes): Record<string, string | number> {
  const values: Record<string, string | number> = { "qm.outcome": "ok" };
  for (const [key, value] of Object.entries(attributes))
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
