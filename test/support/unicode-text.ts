import * as fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 };

/** Any letter or sign of Unicode. fast-check's own (`unit: "binary"`) takes over a second to make its table. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((code) => String.fromCodePoint(code < surrogates.first ? code : code + surrogates.count));

/** A text of any letters and signs. */
export function unicodeText(lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: anyCharacter });
}
