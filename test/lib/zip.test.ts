import { crc32, inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { zipOf } from "../../src/lib/zip.ts";

test("a file in an archive is found through the central directory, and is unpacked unchanged", async () => {
  const file = { name: "Größe.csv", bytes: Buffer.from("day,credits\n".repeat(1_000)) };
  const zip = await zipOf(file, new Date("2026-11-20T10:30:58Z"));
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const entry = zip.readUInt32LE(end + 16);
  expect(entry + zip.readUInt32LE(end + 12)).toBe(end);
  const [packedLength, length, nameLength] = [
    zip.readUInt32LE(entry + 20),
    zip.readUInt32LE(entry + 24),
    zip.readUInt16LE(entry + 28),
  ];
  expect(zip.toString("utf8", entry + 46, entry + 46 + nameLength)).toBe(file.name);
  expect(length).toBe(file.bytes.length);
  const packed = zip.subarray(30 + nameLength, 30 + nameLength + packedLength);
  const unpacked = inflateRawSync(packed);
  expect(unpacked).toEqual(file.bytes);
  expect(zip.readUInt32LE(entry + 16)).toBe(crc32(unpacked));
  expect(zip.length).toBeLessThan(1_000);
});
