import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { type Dispatcher, errors } from "undici";

// Asked for as it is, an answer may be compressed all the same: by a proxy, say.
const decompressors: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** An answer's whole text, decompressed if need be, at most `maxBytes` of it; fails if it is larger or damaged. */
export async function answerText(
  { headers, body }: Pick<Dispatcher.ResponseData, "headers" | "body">,
  maxBytes: number,
): Promise<string> {
  const encoding = header(headers, "content-encoding")?.trim().toLowerCase() ?? "";
  const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined;
  if (!decompress) return body.text();
  const bytes = Buffer.from(await body.arrayBuffer());
  // A HEAD's answer, or an empty one, has the header as well.
  return bytes.length === 0 ? "" : (await decompress(bytes, { maxOutputLength: maxBytes })).toString("utf8");
}

/** True for the failure of an answer that is larger than is read; it is so every time. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof errors.ResponseExceededMaxSizeError) return true;
  return error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

/** A header's value, the first where it came more than once. */
export function header(headers: Dispatcher.ResponseData["headers"], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
