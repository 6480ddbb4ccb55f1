/** The identity of a span. */
export interface SpanIds {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  isSampled: boolean;
}

// https://www.w3.org/TR/trace-context/#traceparent-header: version, trace, span and flags. All zeros are invalid.
const pattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The characters of a `traceparent` of version 00. */
const traceparentLength = 55;

/** Reads a `traceparent` of version 00. Undefined for anything else. */
export function readTraceparent(text: unknown): SpanIds | undefined {
  if (typeof text !== "string" || text.length !== traceparentLength) return undefined;
  const [, traceId, spanId, flags = ""] = pattern.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** A span's identity as a `traceparent`. */
export function formatTraceparent({ traceId, spanId, isSampled }: SpanIds): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

/** Makes random ids of some bytes, in hexadecimal. Many come from each read of random bytes. */
export function hexIds(randomBytes: (count: number) => Buffer): (bytes: number) => string {
  let pool: Buffer = Buffer.alloc(0);
  let at = 0;
  return (bytes) => {
    if (at + bytes > pool.length) [pool, at] = [randomBytes(4_096), 0];
    at += bytes;
    return pool.toString("hex", at - bytes, at);
  };
}
