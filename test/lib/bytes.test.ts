import { expect, it } from "vitest";
import { humanBytes } from "../../src/lib/bytes.ts";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [1024, "1 KiB"],
  [1536, "1.5 KiB"],
  [1024 ** 2 - 1, "1 MiB"],
  [48_318_382_080, "45 GiB"],
  [1024 ** 4 * 2.25, "2.3 TiB"],
  [1024 ** 6 * 5000, "5,000 EiB"],
])("says %d bytes as %s", (sizeInBytes, words) => {
  expect(humanBytes(sizeInBytes)).toBe(words);
});
