import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const deflated = promisify(deflateRaw);

// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16
const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const headLengths = { file: 30, entry: 46, end: 22 };
// Version 2.0 knows deflate; the flag says that the name is UTF-8.
const [version, nameInUtf8, deflate] = [20, 0x0800, 8];

/** One file of less than 4 GiB as a ZIP archive, which every desktop opens; it is packed off the event loop. */
export async function zipOf({ name, bytes }: { name: string; bytes: Buffer }, at: Date): Promise<Buffer> {
  const packed = await deflated(bytes);
  const facts = factsOf({ name, bytes, packed, at });
  const [head, entry, end] = [
    Buffer.alloc(headLengths.file),
    Buffer.alloc(headLengths.entry),
    Buffer.alloc(headLengths.end),
  ];
  head.writeUInt32LE(signatures.file, 0);
  facts.copy(head, 4);
  entry.writeUInt32LE(signatures.entry, 0);
  entry.writeUInt16LE(version, 4);
  facts.copy(entry, 6);
  const file = Buffer.from(name);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + file.length, 12);
  end.writeUInt32LE(head.length + file.length + packed.length, 16);
  return Buffer.concat([head, file, packed, entry, file, end]);
}

/** What stands in the same order in a file's head and in its entry in the list. */
function factsOf({
  name,
  bytes,
  packed,
  at,
}: {
  name: string;
  bytes: Buffer;
  packed: Buffer;
  at: Date;
}): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(version, 0);
  facts.writeUInt16LE(nameInUtf8, 2);
  facts.writeUInt16LE(deflate, 4);
  facts.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
  facts.writeUInt16LE(
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    8,
  );
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(Buffer.byteLength(name), 22);
  return facts;
}
