import type { IncomingMessage } from "node:http";

/** Reads a request's body; "too large" past `limitBytes`, and then the rest is read and thrown away. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | "too large"> {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) {
    request.resume();
    return "too large";
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | "too large">();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  request.on("data", (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes <= limitBytes) chunks.push(chunk);
    else resolve("too large");
  });
  request.on("end", () => resolve(joined(chunks)));
  request.on("error", reject);
  request.on("close", () => {
    if (!request.complete) reject(new Error("The request ended early."));
  });
  return promise;
}

/** Small bodies come in one piece. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}
