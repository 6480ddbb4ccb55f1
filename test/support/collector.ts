import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

/** A span as a collector gets it. Ids are hexadecimal; times are in nanoseconds since 1970. */
export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** As in OTLP: 1 is internal, 2 a server, 3 a client and 5 a consumer. */
  kind: number;
  startNs: bigint;
  endNs: bigint;
  attributes: Record<string, string | number>;
  links: { traceId: string; spanId: string }[];
  isFailed: boolean;
  resource: Record<string, string | number>;
  /** How many spans came in its group, which is for one scope. */
  groupSize: number;
}

/** A stand-in for an OpenTelemetry collector: takes traces by OTLP over HTTP, and keeps them. */
export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** The headers of the last request. */
  headers(): IncomingHttpHeaders;
  clear(): void;
}

/** Starts a collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  let headers: IncomingHttpHeaders = {};
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    ({ headers } = request);
    if (request.url === "/v1/traces")
      spans.push(...readSpans(headers["content-encoding"] === "gzip" ? gunzipSync(body) : body));
    response.writeHead(request.url === "/v1/traces" ? 200 : 404, {
      "content-type": "application/x-protobuf",
    });
    response.end();
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers: () => headers,
    clear: () => void spans.splice(0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A field of a protobuf message: a number, or bytes that may hold a text or another message. */
interface Field {
  number: number;
  value: bigint | Buffer;
}

// https://protobuf.dev/programming-guides/encoding
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (length: number): Buffer => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    const value =
      wire === 0
        ? varint()
        : wire === 1
          ? bytes(8).readBigUInt64LE()
          : wire === 5
            ? BigInt(bytes(4).readUInt32LE())
            : bytes(Number(varint()));
    fields.push({ number: tag >> 3, value });
  }
  return fields;
}

function messages(message: Buffer, number: number): Buffer[] {
  return fieldsOf(message).flatMap((field) =>
    field.number === number && Buffer.isBuffer(field.value) ? [field.value] : [],
  );
}

function bytesOf(message: Buffer, number: number): Buffer {
  return messages(message, number)[0] ?? Buffer.alloc(0);
}

function numberOf(message: Buffer, number: number): bigint {
  const value = fieldsOf(message).find((field) => field.number === number)?.value;
  return typeof value === "bigint" ? value : 0n;
}

// https://github.com/open-telemetry/opentelemetry-proto: the numbers are those of its trace.proto and common.proto.
function readSpans(request: Buffer): CollectedSpan[] {
  return messages(request, 1).flatMap((ofResource) => {
    const resource = attributesOf(bytesOf(ofResource, 1), 1);
    return messages(ofResource, 2).flatMap((ofScope) => {
      const group = messages(ofScope, 2);
      return group.map((span) => ({ ...readSpan(span), resource, groupSize: group.length }));
    });
  });
}

function readSpan(span: Buffer): Omit<CollectedSpan, "resource" | "groupSize"> {
  return {
    traceId: bytesOf(span, 1).toString("hex"),
    spanId: bytesOf(span, 2).toString("hex"),
    parentSpanId: bytesOf(span, 4).toString("hex"),
    name: bytesOf(span, 5).toString(),
    kind: Number(numberOf(span, 6)),
    startNs: numberOf(span, 7),
    endNs: numberOf(span, 8),
    attributes: attributesOf(span, 9),
    links: messages(span, 13).map((link) => ({
      traceId: bytesOf(link, 1).toString("hex"),
      spanId: bytesOf(link, 2).toString("hex"),
    })),
    isFailed: numberOf(bytesOf(span, 15), 3) === 2n,
  };
}

function attributesOf(message: Buffer, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(message, number).map((pair) => {
      const value = bytesOf(pair, 2);
      const isText = fieldsOf(value).some((field) => field.number === 1);
      return [
        bytesOf(pair, 1).toString(),
        isText ? bytesOf(value, 1).toString() : Number(numberOf(value, 3)),
      ];
    }),
  );
}
