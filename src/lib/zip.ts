import { promisify } from "node:util";
import { type AsyncZippable, zip } from "fflate";

const zipped = promisify<AsyncZippable, Uint8Array>(zip);

/** One file of less than 4 GiB as a ZIP archive, which every desktop opens; it is packed off the event loop. */
export async function zipOf({ name, bytes }: { name: string; bytes: Buffer }, at: Date): Promise<Buffer> {
  return Buffer.from(await zipped({ [name]: [bytes, { mtime: at }] }));
}
