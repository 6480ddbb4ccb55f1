import { z } from "zod";

// Two minutes is longer than any client's timeout.
const maxDelayMs = 120_000;

/** The calls of a fault: those that match every given part. All without any part. */
const FaultMatch = z.strictObject({
  /** Web API methods, such as `chat.postMessage`. */
  methods: z.array(z.string()).min(1).optional(),
  /** A channel's id or name. */
  channel: z.string().optional(),
  /** True for calls that carry blocks, attachments or unfurls. */
  withBlocks: z.literal(true).optional(),
});

const common = {
  match: FaultMatch.optional(),
  /** The number of calls with the fault. If absent, all until it is removed. */
  times: z.int().min(1).optional(),
  /** Its lifetime from when it was added. */
  forMs: z.int().min(1).optional(),
  /** 3 for every third matching call. */
  every: z.int().min(1).default(1),
};

const ms = z.int().min(0).max(maxDelayMs);

/** One way for the Web API to misbehave on purpose. */
const Fault = z.discriminatedUnion("kind", [
  /** A 429 with Retry-After. */
  z.strictObject({ ...common, kind: z.literal("limited"), retryAfterSeconds: z.int().min(1).default(1) }),
  z.strictObject({ ...common, kind: z.literal("status"), status: z.int().min(500).max(599).default(503) }),
  /** `ok: false` with Slack's name of an error, such as `invalid_blocks`. */
  z.strictObject({
    ...common,
    kind: z.literal("error"),
    error: z.string(),
    messages: z.array(z.string()).default([]),
  }),
  /** Does the work later. */
  z.strictObject({ ...common, kind: z.literal("delay"), ms }),
  /** Accepts the call, does nothing, and closes the connection after that time. */
  z.strictObject({ ...common, kind: z.literal("hang"), ms: ms.default(maxDelayMs) }),
  z.strictObject({ ...common, kind: z.literal("drop-before") }),
  /** Does the work, and drops the connection before the response. */
  z.strictObject({ ...common, kind: z.literal("drop-after") }),
]);

/** A stored fault with its defaults. */
export type Fault = z.output<typeof Fault>;

/** A body of POST /page/faults. */
export const Faults = z.array(Fault);
