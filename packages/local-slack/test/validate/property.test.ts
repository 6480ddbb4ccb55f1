import * as fc from "fast-check";
import { expect, test } from "vitest";
import { validateMessage, validateView } from "../../src/validate/index.ts";
import { home, modal, sampleBlocks, sampleElements, type Json } from "./samples.ts";

const samples = Object.values({ ...sampleBlocks(), ...sampleElements() });

const line = /^\[ERROR\] .+ \[json-pointer:(\/[^\]]*)?\]$/s;

test("any input gives no problem or well-formed lines, and never an exception", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...samples), anyBlock())), (blocks) => {
      const problems = [
        validateMessage({ text: "a", blocks }),
        validateView(modal(blocks)),
        validateView(home(blocks)),
      ];
      const lines = problems.flatMap((problem) => problem?.messages ?? []);
      expect(lines.filter((text) => !line.test(text) && text !== "only_one_table_allowed")).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("an unknown property is refused at any depth", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(sampleBlocks())), fc.nat(), (type, choice) => {
      const block = structuredClone(sampleBlocks()[type]);
      const objects = objectsOf(block);
      Object.assign(objects[choice % objects.length] ?? {}, { made_up: 1 });
      const problems = [validateMessage({ text: "a", blocks: [block] }), validateView(modal([block]))];
      const lines = problems.flatMap((problem) => problem?.messages ?? []);
      expect(
        lines.filter((text) => text.startsWith("[ERROR] invalid additional property: made_up ")).length,
      ).toBeGreaterThan(0);
    }),
  );
});

test("an accepted message is accepted again after a round trip through JSON", () => {
  fc.assert(
    fc.property(fc.subarray(Object.values(sampleBlocks()), { minLength: 1 }), (blocks) => {
      const again: unknown = JSON.parse(JSON.stringify(blocks));
      expect(validateMessage({ blocks: again })).toEqual(validateMessage({ blocks }));
    }),
  );
});

function anyBlock(): fc.Arbitrary<unknown> {
  const type = fc.oneof(
    fc.constantFrom(...Object.keys(sampleBlocks()), "constructor", "__proto__"),
    fc.string(),
  );
  return fc.record(
    { type, text: fc.anything(), elements: fc.anything(), block_id: fc.anything() },
    { requiredKeys: [] },
  );
}

function objectsOf(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (!isJson(value)) return [];
  return [value, ...Object.values(value).flatMap(objectsOf)];
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
