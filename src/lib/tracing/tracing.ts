import type { AppError } from "../errors.ts";

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

/** Every span that Quartermaster makes, and what it covers. */
export const spanNames = {
  "alerts.receive":
    "A request to a hook, until its answer is known. Continues the sender's trace if it sent a `traceparent`.",
  "alerts.keep": "The write that accepts the events of a request.",
  "alerts.ingest":
    "One step that takes events out of a hook's inbox and changes incidents. Continues the newest exported trace of the events, and links to every event that carries a trace.",
  "outbox.deliver":
    "One step that brings a message in a channel to its wanted state. Continues the newest exported trace of the events that it shows, and links to every event that carries a trace, 10 at most.",
  "slack.command": "A command that was typed, until it is answered.",
  "slack.interaction": "A click, a form or another request of Slack, until all of its work is done.",
  "slack.reply": "The answer to a command: a message, or a view.",
  "slack.call": "One call of Slack's Web API.",
  "cloud.call": "One operation of the cloud's API, with its waits and retries.",
  "job.step": "One step of a durable job, such as a creation, a report or a watch.",
} as const;
export type SpanName = keyof typeof spanNames;

/** Every attribute of a span. Values are ids, numbers and our own words: never a name, a text or a secret. */
export const attributeKeys = {
  "qm.workspace": "The workspace's id in Slack.",
  "qm.hook": "The hook's id.",
  "qm.events": "How many alert events it is about.",
  "qm.incident": "The incident's id, as in `/db alerts trace`.",
  "qm.channel": "The channel's id in Slack.",
  "qm.command": "The command's name, without its arguments.",
  "qm.interaction": "The name of the button, select, form or window.",
  "qm.operation": "Slack's method, or the cloud's method and path template.",
  "qm.job": "The queue's name.",
  "qm.outcome": "How it ended: `ok`, a word of the step such as `accepted`, or the kind of the error.",
  "http.response.status_code": "The status of our response.",
  "error.type": "Why it failed: the kind of the error.",
} as const;
type AttributeKey = keyof typeof attributeKeys;

/** The attributes of a span. An undefined one is left out. */
export type Attributes = Readonly<Partial<Record<AttributeKey, string | number | undefined>>>;

/** The kind of a span in OpenTelemetry's numbers: internal, server, client or consumer. */
export const kindOfSpan: Readonly<Record<SpanName, 0 | 1 | 2 | 4>> = {
  "alerts.receive": 1,
  "alerts.keep": 0,
  "alerts.ingest": 4,
  "outbox.deliver": 4,
  "slack.command": 1,
  "slack.interaction": 1,
  "slack.reply": 0,
  "slack.call": 2,
  "cloud.call": 2,
  "job.step": 4,
};

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
