import { z } from "zod";

// Two minutes is longer than any client's timeout.
const maxDelayMs = 120_000;

const PathPattern = z.string().refine(isPathPattern, {
  error: 'must be a path pattern such as "/v1/organizations/:organizationId/services" or "/v1/*"',
});

/** The requests of a fault: those that match every given part. All without any part. */
const FaultMatch = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  /** A URLPattern path: `:name` stands for one segment, `*` for anything. */
  pathPattern: PathPattern.optional(),
  /** The name of an operation this server answers, such as `listBackups`. */
  operation: z.string().optional(),
});

const common = {
  match: FaultMatch.optional(),
  /** The number of requests with the fault. If absent, all until it is removed. */
  times: z.int().min(1).optional(),
};

/** One way for the server to misbehave on purpose. */
const PlainFault = z.discriminatedUnion("kind", [
  z.strictObject({
    ...common,
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    /** A string is sent as text, anything else as JSON. By default the server's error shape. 204, 205 and 304 have none. */
    body: z.json().optional(),
    headers: z
      .record(z.string(), z.string())
      .refine(isHeaders, { error: "must be headers that HTTP can carry" })
      .optional(),
    /** After the requested work, or instead of it. */
    when: z.enum(["before", "after"]).default("before"),
  }),
  z.strictObject({
    ...common,
    kind: z.literal("delay"),
    ms: z.int().min(0).max(maxDelayMs),
    when: z.enum(["before", "after"]).default("before"),
  }),
  /** The connection is destroyed before any work is done. */
  z.strictObject({ ...common, kind: z.literal("drop-before") }),
  /** The work is done and the connection destroyed before the answer. */
  z.strictObject({ ...common, kind: z.literal("drop-after") }),
  z.strictObject({
    ...common,
    kind: z.literal("malformed"),
    /** Half of the JSON as a whole response, or half of the promised bytes and then a closed connection. */
    cut: z.enum(["json", "connection"]).default("json"),
  }),
  /** A proxy's HTML page in place of the response, before any work is done. */
  z.strictObject({ ...common, kind: z.literal("html"), status: z.int().min(400).max(599).default(502) }),
  /** The server behaves as if it did not serve the route. */
  z.strictObject({ ...common, kind: z.literal("unserved") }),
]);

/** A fault drawn for every request. The same seed draws the same faults in the same order. */
const DrawnFault = z.strictObject({
  ...common,
  kind: z.literal("draw"),
  seed: z.string().default("faults"),
  /** Faults with their shares of requests, at most 1 in all. The rest succeeds. Their `match` and `times` are ignored. */
  from: z
    .array(z.strictObject({ share: z.number().min(0).max(1), fault: PlainFault }))
    .min(1)
    .refine((from) => from.reduce((sum, { share }) => sum + share, 0) <= 1 + Number.EPSILON * 10, {
      error: "must have shares that are 1 together at most",
    }),
});

/** An item of a POST /control/faults body. */
const Fault = z.discriminatedUnion("kind", [...PlainFault.options, DrawnFault]);

/** A stored fault with its defaults. */
export type Fault = z.output<typeof Fault>;

/** A fault for one request. */
export type PlainFault = z.output<typeof PlainFault>;

/** A body of POST /control/faults. Its operations must be served. */
export function faultListSchema(operationNames: readonly string[]) {
  return z.array(Fault).superRefine((faults, context) => {
    for (const [index, { match }] of faults.entries()) {
      if (match?.operation === undefined || operationNames.includes(match.operation)) continue;
      context.addIssue({
        code: "custom",
        path: [index, "match", "operation"],
        message: `must be one of ${operationNames.join(", ")}`,
      });
    }
  });
}

function isPathPattern(text: string): boolean {
  if (!/^[/*]/.test(text)) return false;
  try {
    return new URLPattern({ pathname: text }).pathname !== "";
  } catch {
    // It throws for an invalid pattern.
    return false;
  }
}

function isHeaders(headers: Record<string, string>): boolean {
  try {
    void new Headers(headers);
    return true;
  } catch {
    // It throws for an invalid name or value.
    return false;
  }
}
