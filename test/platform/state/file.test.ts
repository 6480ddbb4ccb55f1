import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openLines, sealLines } from "../../../src/platform/state/file.ts";

const key = { id: "k1", key: createSecretKey(randomBytes(32)) };

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function sealed(lines: readonly string[]): Promise<Buffer> {
  return Buffer.concat(await collected(sealLines(each(lines), key)));
}

async function opened(file: Buffer, keys = [key], chunkSize = 1_000): Promise<string[]> {
  const chunks: Buffer[] = [];
  for (let from = 0; from < file.length; from += chunkSize)
    chunks.push(file.subarray(from, from + chunkSize));
  return collected(openLines(each(chunks), keys));
}

/** Lines that hardly compress, for several frames. */
const long = Array.from({ length: 40 }, () => randomBytes(6_000).toString("base64"));

test.each([
  ["no line", []],
  ["a line with a character that some readers take for an end", ["one\u2028two", "three"]],
  ["many frames", long],
])("a file has the same lines again: %s", async (_what, lines) => {
  expect(await opened(await sealed(lines))).toEqual(lines);
});

test("a file read in chunks of any size has the same lines", async () => {
  const file = await sealed(["one", "two"]);
  for (const size of [1, 7, 10_000]) expect(await opened(file, [key], size)).toEqual(["one", "two"]);
});

test("a file shows no text of its lines", async () => {
  expect((await sealed(["hunter2"])).includes("hunter2")).toBe(false);
});

test("a file that was cut anywhere is refused", async () => {
  const file = await sealed(long);
  const frame = 64 * 1024 + 16 + 4;
  const header = file.indexOf("\n") + 1;
  for (const size of [header - 1, header, header + 2, header + frame, header + 2 * frame, file.length - 1])
    await expect(opened(file.subarray(0, size)), `${size}`).rejects.toThrow(/cut or changed|not a file/);
});

test("a file in which one byte was changed is refused", async () => {
  const file = await sealed(long);
  for (let at = 0; at < file.length; at += 9_973) {
    const changed = Buffer.from(file);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await expect(opened(changed), `byte ${at}`).rejects.toThrow(/cut or changed|not a file|Add it to/);
  }
});

test("a file with frames in another order, or one more, is refused", async () => {
  const file = await sealed(long);
  const header = file.indexOf("\n") + 1;
  const frame = 64 * 1024 + 16 + 4;
  const [one, two, rest] = [
    file.subarray(header, header + frame),
    file.subarray(header + frame, header + 2 * frame),
    file.subarray(header + 2 * frame),
  ];
  const head = file.subarray(0, header);
  for (const parts of [
    [head, two, one, rest],
    [head, one, rest],
    [file, one],
  ])
    await expect(opened(Buffer.concat(parts))).rejects.toThrow("cut or changed");
});

test("the file of a key that is not here names it, and another key of its id opens nothing", async () => {
  const file = await sealed(["one"]);
  await expect(opened(file, [])).rejects.toThrow("encrypted with the key k1. Add it to ENCRYPTION_KEYS.");
  const other = { id: "k1", key: createSecretKey(randomBytes(32)) };
  await expect(opened(file, [other])).rejects.toThrow("another key of the same id");
});
