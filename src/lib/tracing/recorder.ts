import { AsyncLocalStorage } from "node:async_hooks";
import { AppError, isAppError } from "../errors.ts";
import { truncate } from "../text.ts";
import type { Attributes, SpanName } from "./names.ts";
import { type SpanIds, formatTraceparent, readTraceparent } from "./traceparent.ts";
import type { Origin, TraceFields, Tracing } from "./tracing.ts";

/** A span that is over and is to be exported. Times are in Unix milliseconds, with fractions. */
export interface FinishedSpan extends Pick<SpanIds, "traceId" | "spanId"> {
  name: SpanName;
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
}

/** The part of a trace that one piece of work makes in this process. */
interface Part {
  /** It is over when this span is. */
  first: Open | undefined;
  isSampled: boolean;
  isOver: boolean;
  /** Its begin by both clocks, so its spans agree about the order. */
  wallMs: number;
  monotonicMs: number;
  /** The spans that are over, while it is not sampled. A failure exports them. */
  waiting: Open[];
}

/** A span under way. */
interface Open extends Pick<FinishedSpan, "name" | "traceId" | "spanId" | "parent" | "links"> {
  part: Part;
  attributes: Record<string, string | number>;
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
export function createTracing({ sampleRatio, send, now, monotonicMs, random }: Options) {
  const storage = new AsyncLocalStorage<Open | undefined>();

  /** Work that outlives its span, such as a loop that the span started, is not a part of it. */
  function active(): Open | undefined {
    const open = storage.getStore();
    return open && !open.part.isOver ? open : undefined;
  }

  function newPart(isSampled: boolean): Part {
    return {
      first: undefined,
      isSampled,
      isOver: false,
      wallMs: now(),
      monotonicMs: monotonicMs(),
      waiting: [],
    };
  }

  function open(
    name: SpanName,
    attributes: Attributes,
    part: Part,
    parent: FinishedSpan["parent"],
    links: readonly SpanIds[] = [],
  ): Open {
    const span: Open = {
      name,
      traceId: parent?.traceId ?? hex(random, 4),
      spanId: hex(random, 2),
      parent: parent && { traceId: parent.traceId, spanId: parent.spanId },
      links,
      part,
      attributes: {},
      startMs: timeIn(part),
      endMs: 0,
      isFailed: false,
    };
    part.first ??= span;
    add(span, attributes);
    return span;
  }

  function timeIn(part: Part): number {
    return part.wallMs + (monotonicMs() - part.monotonicMs);
  }

  function begun(
    name: SpanName,
    attributes: Attributes,
    { parent, foreignParent, links = [] }: Origin,
  ): Open {
    const own = readTraceparent(parent);
    const part = newPart(own?.isSampled ?? random() < sampleRatio);
    const linked = links.slice(-mostLinks).flatMap((link) => readTraceparent(link) ?? []);
    return open(name, attributes, part, own ?? readTraceparent(foreignParent), linked);
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
      span.attributes["qm.outcome"] ??= "ok";
      end(span);
      if (span.part.first === span) {
        span.part.isOver = true;
        span.part.waiting = [];
      }
    }
  }

  function end(span: Open): void {
    const { part } = span;
    span.endMs = timeIn(part);
    if (part.isSampled) sendOne(span);
    else if (part.waiting.length < mostWaiting && !part.isOver) part.waiting.push(span);
  }

  function noteFailure(span: Open, error: unknown): void {
    const { part, attributes } = span;
    const kind = kindOf(error);
    attributes["qm.outcome"] = kind;
    if (!isFailure(error)) return;
    span.isFailed = true;
    attributes["error.type"] = kind;
    part.isSampled = true;
    for (const each of part.waiting.splice(0)) sendOne(each);
  }

  function sendOne(span: Open): void {
    // What the exporter starts, such as its timer, is not a part of the span.
    storage.run(undefined, () => send(span));
  }

  const tracing: Tracing = {
    span(name, attributes, work, asAppError) {
      const parent = active();
      const span = parent ? open(name, attributes, parent.part, parent) : begun(name, attributes, {});
      return run(span, work, asAppError);
    },
    begin: (name, attributes, origin, work) => run(begun(name, attributes, origin), work),
    note(attributes) {
      const span = active();
      if (span) add(span, attributes);
    },
    failed(error) {
      const span = active();
      if (span) noteFailure(span, error);
    },
    traceparent() {
      const span = active();
      return span && formatTraceparent(idsOf(span));
    },
  };

  return {
    ...tracing,
    /** The fields for a log line that is written now. */
    logFields: (): TraceFields => {
      const span = active();
      if (!span) return {};
      const flags = span.part.isSampled ? "01" : "00";
      return { trace_id: span.traceId, span_id: span.spanId, trace_flags: flags };
    },
  };
}

function idsOf({ traceId, spanId, part: { isSampled } }: Open): SpanIds {
  return { traceId, spanId, isSampled };
}

function add(span: Open, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined)
      span.attributes[key] = typeof value === "string" ? truncate(value, longestValue) : value;
}

/** What went wrong, in our own words. Messages of errors may name things, so they stay in the log. */
function kindOf(error: unknown): string {
  return error instanceof AppError ? error.kind : "bug";
}

/** A person's mistake, a missing thing and a rate limit are outcomes, not failures. */
function isFailure(error: unknown): boolean {
  return !(error instanceof AppError) || isAppError(error, "auth", "upstream", "bug");
}

/** Random hexadecimal digits, eight for each of `words`. */
function hex(random: () => number, words: number): string {
  let text = "";
  for (let word = 0; word < words; word += 1)
    text += Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0");
  return text;
}
