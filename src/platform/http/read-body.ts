import type { IncomingMessage } from "node:http";

/** Why a body was not read: it is too large, or too many bytes are being read now. */
export type Unread = "too large" | "busy";

/** The bytes that all bodies in progress may take. */
export type BodyQuota = ReturnType<typeof bodyQuota>;

/** A full quota. */
export function bodyQuota(mostBytes: number) {
  let takenBytes = 0;
  return {
    /** Takes bytes. False if too few are left. */
    take(bytes: number): boolean {
      if (takenBytes + bytes > mostBytes) return false;
      takenBytes += bytes;
      return true;
    },
    giveBack: (bytes: number) => void (takenBytes -= bytes),
  };
}

/** True if the request's headers announce a body over the limit. */
export function announcesMore({ headers }: IncomingMessage, limitBytes: number): boolean {
  return Number(headers["content-length"] ?? 0) > limitBytes;
}

/** Reads a request's body. Discards the rest past `limitBytes`, or once the quota is used up. */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
  quota: BodyQuota,
): Promise<Buffer | Unread> {
  if (announcesMore(request, limitBytes)) {
    request.resume();
    return "too large";
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | Unread>();
  let chunks: Buffer[] = [];
  let [sizeBytes, takenBytes] = [0, 0];
  let isRefused = false;

  function refuse(why: Unread): void {
    isRefused = true;
    chunks = [];
    resolve(why);
    giveBack();
  }
  function giveBack(): void {
    quota.giveBack(takenBytes);
    takenBytes = 0;
  }

  request.on("data", (chunk: Buffer) => {
    if (isRefused) return;
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) return refuse("too large");
    if (!quota.take(chunk.length)) return refuse("busy");
    takenBytes += chunk.length;
    chunks.push(chunk);
  });
  request.on("end", () => {
    giveBack();
    resolve(joined(chunks));
  });
  request.on("error", reject);
  request.on("close", () => {
    giveBack();
    if (!request.complete) reject(new Error("The request ended early."));
  });
  return promise;
}

/** Small bodies arrive in one chunk. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}
