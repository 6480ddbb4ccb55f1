import * as fc from "fast-check";
import { expect, test } from "vitest";
import { numberIn, readExact, writeExact } from "../../src/lib/json.ts";

const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,24})$/);
/** Numbers that JSON allows. JavaScript writes most of them differently. */
const anyNumber = fc
  .tuple(
    fc.constantFrom("", "-"),
    digits,
    fc.option(fc.stringMatching(/^\d{1,25}$/), { nil: undefined }),
    fc.option(fc.stringMatching(/^[eE][+-]?\d{1,3}$/), { nil: undefined }),
  )
  .map(([sign, whole, part, exponent]) => `${sign}${whole}${part ? `.${part}` : ""}${exponent ?? ""}`);

const anyKey = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "\u0000number", "\u0000sent", "\u0000left out", "toJSON"),
  fc.string({ maxLength: 5 }),
);

/** JSON without spaces and repeated keys. Keys that are numbers would change their order. */
const anyJson: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    anyNumber,
    fc.constantFrom("null", "true", "false"),
    fc.string({ maxLength: 5 }).map((text) => JSON.stringify(text)),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
    fc
      .uniqueArray(fc.tuple(anyKey, tie("value")), { maxLength: 4, selector: ([key]) => key })
      .map((entries) => entries.filter(([key]) => !/^\d+$/.test(key)))
      .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`),
  ),
})).value;

test("any JSON is written back unchanged, even after plain JSON in between", () => {
  fc.assert(
    fc.property(anyJson, (text) => {
      const read = readExact(text);
      expect(writeExact(read)).toBe(text);
      expect(writeExact(JSON.parse(JSON.stringify(read)))).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["10", 10],
  ["-0.5", -0.5],
  ["1e3", 1000],
  ["", undefined],
  [" 10", undefined],
  ["1,000", undefined],
  ["0x10", undefined],
  ["1e400", undefined],
  [true, undefined],
  [null, undefined],
])("%j is read as the number %s", (sent, number) => expect(numberIn(sent)).toBe(number));
