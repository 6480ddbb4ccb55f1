import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { type Dispatcher, errors } from "undici";

// An answer may be compressed although we ask for it as it is, for example by a proxy.
const decompressors: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** An answer's whole text, decompressed if necessary. Fails if it is larger than `maxBytes` or damaged. */
export async function answerText(
  { headers, body }: Pick<Dispatcher.ResponseData, "headers" | "body">,
  maxBytes: number,
): Promise<string> {
  const encoding = header(headers, "content-encoding")?.trim().toLowerCase() ?? "";
  const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (!decompress) return body.text();
  const bytes = Buffer.from(await body.arrayBuffer());
  // The answer to a HEAD, and an empty one, may have the header too.
  return bytes.length === 0 ? "" : (await decompress(bytes, { maxOutputLength: maxBytes })).toString("utf8");
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
