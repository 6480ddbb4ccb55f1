import { type KeyObject, createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";
import type { SealingKey } from "../secrets/sealing-keys.ts";

const cipher = "aes-256-gcm";
const tagSize = 16;
const frameSize = 64 * 1024;
const lengthSize = 4;

/** The first line of a file. It is not secret, and each frame is bound to it. */
const Header = z.object({
  quartermaster: z.literal("state"),
  format: z.literal(1),
  /** The id of the key in ENCRYPTION_KEYS. */
  key: z.string(),
  salt: z.base64url(),
});

/**
 * Encrypts lines as a file. The file's own key comes from ours and a salt. The lines are compressed, and encrypted in
 * frames: a length of four bytes, the ciphertext and its tag. A frame's nonce is its number and whether it is the last.
 */
export async function* sealLines(
  lines: AsyncIterable<string>,
  { id, key }: SealingKey,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(32);
  const header = { quartermaster: "state", format: 1, key: id, salt: salt.toString("base64url") } as const;
  const first = Buffer.from(`${JSON.stringify(header satisfies z.infer<typeof Header>)}\n`);
  yield first;
  const fileKey = fileKeyOf(key, salt);
  let index = 0;
  for await (const { bytes, isLast } of framed(compressed(lines))) {
    const sealing = createCipheriv(cipher, fileKey, nonceOf(index, isLast), { authTagLength: tagSize });
    sealing.setAAD(first);
    const sealed = Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
    const length = Buffer.alloc(lengthSize);
    length.writeUInt32BE(sealed.length);
    yield Buffer.concat([length, sealed]);
    index += 1;
  }
}

/** Opens the lines of a file. Fails as `user` if it is another kind of file, was cut or changed, or its key is not here. */
export async function* openLines(
  file: AsyncIterable<Buffer>,
  keys: readonly SealingKey[],
): AsyncGenerator<string> {
  yield* linesOf(Readable.from(opened(file, keys)).compose(createGunzip()));
}

/** What tells a file from any other: its salt. Fails like `openLines`. */
export async function fileIdOf(file: AsyncIterable<Buffer>): Promise<string> {
  return (await readHeader(reader(file))).header.salt;
}

async function* opened(file: AsyncIterable<Buffer>, keys: readonly SealingKey[]): AsyncGenerator<Buffer> {
  const bytes = reader(file);
  const { header, first } = await readHeader(bytes);
  const key = keys.find(({ id }) => id === header.key)?.key;
  if (!key) {
    throw new AppError(
      "user",
      `This file is encrypted with the key ${header.key}. Add it to ENCRYPTION_KEYS.`,
    );
  }
  const fileKey = fileKeyOf(key, Buffer.from(header.salt, "base64url"));
  for (let index = 0, isLast = false; !isLast; index += 1) {
    const length = (await bytes.take(lengthSize))?.readUInt32BE() ?? 0;
    const sealed = length > frameSize + tagSize ? undefined : await bytes.take(length);
    if (!sealed || length < tagSize) throw broken();
    isLast = await bytes.isOver();
    yield openFrame(sealed, { fileKey, nonce: nonceOf(index, isLast), first });
  }
}

function openFrame(
  sealed: Buffer,
  { fileKey, nonce, first }: { fileKey: Buffer; nonce: Buffer; first: Buffer },
): Buffer {
  const opening = createDecipheriv(cipher, fileKey, nonce, { authTagLength: tagSize });
  opening.setAAD(first).setAuthTag(sealed.subarray(-tagSize));
  try {
    return Buffer.concat([opening.update(sealed.subarray(0, -tagSize)), opening.final()]);
  } catch {
    throw broken();
  }
}

function broken(): AppError {
  return new AppError("user", "This file was cut or changed, or encrypted with another key of the same id.");
}

async function readHeader(bytes: ReturnType<typeof reader>) {
  const first = await bytes.takeLine();
  const header = first && JsonText.pipe(Header).safeParse(first.toString()).data;
  if (header) return { header, first };
  throw new AppError("user", "This is not a file that this version of `npm run state -- export` wrote.");
}

function fileKeyOf(key: KeyObject, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "quartermaster state", 32));
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

async function* compressed(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  async function* ended() {
    for await (const line of lines) yield Buffer.from(`${line}\n`);
  }
  yield* Readable.from(ended()).compose(createGzip());
}

async function* framed(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting = Buffer.alloc(0);
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length > frameSize) {
      yield { bytes: waiting.subarray(0, frameSize), isLast: false };
      waiting = waiting.subarray(frameSize);
    }
  }
  yield { bytes: waiting, isLast: true };
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const bytes = reader(chunks);
  for (let line = await bytes.takeLine(); line; line = await bytes.takeLine())
    yield line.subarray(0, -1).toString();
}

const longestLine = 256 * 1024 * 1024;

/** Reads bytes in the lengths that the reader wants. */
function reader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let waiting: Buffer[] = [];
  let size = 0;
  let isOver = false;

  async function more(): Promise<boolean> {
    const next = isOver ? undefined : await source.next();
    if (!next || next.done) {
      isOver = true;
      return false;
    }
    waiting.push(next.value);
    size += next.value.length;
    return true;
  }

  function cut(length: number): Buffer {
    const whole = Buffer.concat(waiting);
    waiting = [whole.subarray(length)];
    size -= length;
    return whole.subarray(0, length);
  }

  return {
    /** Undefined if there are fewer. */
    async take(length: number): Promise<Buffer | undefined> {
      while (size < length) if (!(await more())) return undefined;
      return cut(length);
    },
    /** A line with its end. Undefined if there is none. */
    async takeLine(): Promise<Buffer | undefined> {
      for (let before = 0, checked = 0; ;) {
        for (; checked < waiting.length; checked += 1) {
          const found = waiting[checked]?.indexOf("\n") ?? -1;
          if (found !== -1) return cut(before + found + 1);
          before += waiting[checked]?.length ?? 0;
        }
        if (size > longestLine || !(await more())) return undefined;
      }
    },
    async isOver(): Promise<boolean> {
      return size === 0 && !(await more());
    },
  };
}
