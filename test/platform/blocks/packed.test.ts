import * as fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../../src/platform/blocks/limits.ts";
import { packed } from "../../../src/platform/blocks/packed.ts";

const line = fc.string({ minLength: 1, maxLength: 2_000 }).filter((text) => !text.includes("\n"));

test("pieces are packed whole and in order, and no section is longer than Slack takes", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (pieces) => {
      const texts = packed(pieces).map((block) => (block.type === "section" ? block.text?.text : undefined));
      expect(texts.join("\n")).toBe(pieces.join("\n"));
      for (const text of texts) expect(text?.length).toBeLessThanOrEqual(limits.text);
    }),
  );
});

test("what fits into one section is in one", () => {
  expect(packed(["*Name:* `orders`", "*Addresses:*\n• `10.0.0.0/8`"])).toHaveLength(1);
});
