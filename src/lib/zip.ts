import { promisify } from "node:util";
import type { AsyncZippable } from "fflate";

/** One file of less than 4 GiB as a ZIP archive, which every desktop opens. It is packed off the event loop. */
export async function zipOf({ name, bytes }: { name: string; bytes: Buffer }, at: Date): Promise<Buffer> {
  const { zip } = await import("fflate");
  const zipped = promisify<AsyncZippable, Uint8Array>(zip);
  return Buffer.from(await zipped({ [name]: [bytes, { mtime: at }] }));
}
