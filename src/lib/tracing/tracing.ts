import type { AppError } from "../errors.ts";
import type { Attributes, SpanName } from "./names.ts";

/** Where a span comes from, if not from the active one. */
export interface Origin {
  /** The `traceparent` of a span of ours, in this process or another one. Its decision about sampling counts. */
  parent?: string | undefined;
  /** The `traceparent` of someone else's span. Its ids count, but whether it is sampled is our own decision. */
  foreignParent?: unknown;
  /** The `traceparent`s of spans that it belongs to besides. */
  links?: readonly string[];
  /** True if it goes on with work that is not exported, without a `parent` that says so. */
  isUnsampled?: boolean;
}

/**
 * The origin of work on several alert events, which carry what `eventTraceparent` gave: it continues the latest exported
 * trace of them, and belongs to all of them.
 */
export function continuing(traceparents: readonly (string | undefined)[]): Origin {
  const links = traceparents.flatMap((each) => each || []);
  const parent = links.findLast((link) => link.endsWith("-01")) ?? links.at(-1);
  return { parent, links, isUnsampled: parent === undefined };
}

/** The fields of a log line while a span is active. */
export interface TraceFields {
  trace_id?: string;
  span_id?: string;
  /** "01" if the trace is sampled. */
  trace_flags?: string;
}

/** Records what this process does as spans. */
export interface Tracing {
  /**
   * Does work as a child of the active span, or as the first span of a trace. If the work fails, so does the span. For
   * errors of other libraries, `asAppError` says what they mean. Only a first span becomes active: each span inside it
   * is its child.
   */
  span<T>(
    name: SpanName,
    attributes: Attributes,
    work: () => Promise<T>,
    asAppError?: (error: unknown) => AppError,
  ): Promise<T>;
  /** Does work as a first span here, which is then active: of a new trace, or of the trace of its origin. */
  begin<T>(name: SpanName, attributes: Attributes, origin: Origin, work: () => Promise<T>): Promise<T>;
  /** Adds to the active span. */
  note(attributes: Attributes): void;
  /** Notes in the active span a failure that its work handles. */
  failed(error: unknown): void;
  /** The active span, for work that goes on elsewhere. */
  traceparent(): string | undefined;
  /**
   * The active span, for alert events to carry. Undefined if its trace is neither exported nor a sender's, so most events
   * carry nothing.
   */
  eventTraceparent(): string | undefined;
}

/** Records nothing, and costs nothing. */
export const noTracing: Tracing = {
  span: (_name, _attributes, work) => work(),
  begin: (_name, _attributes, _origin, work) => work(),
  note: () => {},
  failed: () => {},
  traceparent: () => undefined,
  eventTraceparent: () => undefined,
};
