import { z } from "zod";

// A person waits behind a delay: two minutes is more than any client's timeout.
const maxDelayMs = 120_000;

const PathPattern = z.string().refine(isPathPattern, {
  error: 'must be a path pattern such as "/v1/organizations/:organizationId/services" or "/v1/*"',
});

/** Which requests a fault meets: all that fit every part given, and all requests when nothing is given. */
const FaultMatch = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "DELETE"]).optional(),
  /** A URLPattern path: `:name` stands for one segment, `*` for anything. */
  pathPattern: PathPattern.optional(),
  /** The name of an operation this server answers, such as `listBackups`. */
  operation: z.string().optional(),
});

const common = {
  match: FaultMatch.optional(),
  /** How many requests meet the fault before it is gone; every request until it is removed when absent. */
  times: z.int().min(1).optional(),
};

/** One way for the server to misbehave on purpose. */
const PlainFault = z.discriminatedUnion("kind", [
  z.strictObject({
    ...common,
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    /** A string goes out as text, anything else as JSON; the server's own error shape when absent. 204, 205 and 304 have none. */
    body: z.json().optional(),
    headers: z
      .record(z.string(), z.string())
      .refine(isHeaders, { error: "must be headers that HTTP can carry" })
      .optional(),
    /** After the work that was asked for, or in its place. */
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
    /** Half of the JSON as a whole answer, or half of the bytes promised and then no connection. */
    cut: z.enum(["json", "connection"]).default("json"),
  }),
  /** A proxy's HTML page in place of the answer, before any work is done. */
  z.strictObject({ ...common, kind: z.literal("html"), status: z.int().min(400).max(599).default(502) }),
  /** The server behaves as if it did not serve the route. */
  z.strictObject({ ...common, kind: z.literal("unserved") }),
]);

/** A fault that is drawn anew for every request it meets; the same seed draws the same ones in the same order. */
const DrawnFault = z.strictObject({
  ...common,
  kind: z.literal("draw"),
  seed: z.string().default("faults"),
  /** The share of requests that each one meets, all of them 1 at most; the rest goes well. `match` and `times` of these mean nothing. */
  from: z
    .array(z.strictObject({ share: z.number().min(0).max(1), fault: PlainFault }))
    .min(1)
    .refine((from) => from.reduce((sum, { share }) => sum + share, 0) <= 1 + Number.EPSILON * 10, {
      error: "must have shares that are 1 together at most",
    }),
});

/** What a body of POST /control/faults lists. */
const Fault = z.discriminatedUnion("kind", [...PlainFault.options, DrawnFault]);

/** A fault as it is kept, its defaults filled in. */
export type Fault = z.output<typeof Fault>;

/** A fault as a request meets it. */
export type PlainFault = z.output<typeof PlainFault>;

/** A body of POST /control/faults; an operation must be one of those served. */
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
    // the only way it has to say that a pattern is none
    return false;
  }
}

function isHeaders(headers: Record<string, string>): boolean {
  try {
    void new Headers(headers);
    return true;
  } catch {
    // the only way it has to say that a name or a value is none
    return false;
  }
}
