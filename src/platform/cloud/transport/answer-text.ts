import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";
import { type Dispatcher, errors } from "undici";

// An answer may be compressed although we ask for it as it is, for example by a proxy. Brotli and Zstandard aren't read:
// a decoder that no one asked for is a door.
const decompressors: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
};
/** A compressed answer may have this size, before and after. */
const mostCompressedBytes = 2 * 1024 * 1024;

/** An answer's content-encoding that isn't read. */
class UnknownEncoding extends Error {
  override name = "UnknownEncoding";
  readonly code = "UNKNOWN_ENCODING";
}

/** An answer's whole text, decompressed if necessary. Fails if it is too large, damaged, or in an encoding that isn't read. */
export async function answerText(
  { headers, body }: Pick<Dispatcher.ResponseData, "headers" | "body">,
  maxBytes: number,
): Promise<string> {
  const encoding = header(headers, "content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return body.text();
  const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  const most = Math.min(maxBytes, mostCompressedBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (!decompress) throw new UnknownEncoding("The answer has an encoding that isn't read.");
    if (size > most) throw new errors.ResponseExceededMaxSizeError("The compressed answer is too large.");
    chunks.push(bytes);
  }
  // The answer to a HEAD, and an empty one, may have the header too.
  if (size === 0 || !decompress) return "";
  return (await decompress(Buffer.concat(chunks), { maxOutputLength: most })).toString("utf8");
}

/** True if the answer was too large. A retry would fail the same way. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof errors.ResponseExceededMaxSizeError) return true;
  return error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

/** The value of a header; its first value if it came several times. */
export function header(headers: Dispatcher.ResponseData["headers"], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
