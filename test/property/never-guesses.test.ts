import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Understood } from "../../src/platform/ask/meaning.ts";
import { amount } from "../support/soak.ts";
import {
  type Inserted,
  heedsCondition,
  heedsDenial,
  heedsExclusion,
  heedsName,
  readingOf,
  withCondition,
  withDenial,
  withExclusion,
  withName,
} from "./insertions.ts";

interface Rule {
  rule: string;
  sentences: fc.Arbitrary<Inserted>;
  isHeeded: (inserted: Inserted, understood: Understood) => boolean;
}

const rules: Rule[] = [
  {
    rule: "a clear reading has a name that isn't known, or says that it left it out",
    sentences: withName,
    isHeeded: heedsName,
  },
  { rule: "what isn't to be done doesn't run", sentences: withDenial, isHeeded: heedsDenial },
  {
    rule: "a clear reading has no value that is excluded, and it says so",
    sentences: withExclusion,
    isHeeded: heedsExclusion,
  },
  {
    rule: "a clear reading has a condition in a value, or says that it left it out",
    sentences: withCondition,
    isHeeded: heedsCondition,
  },
];

const timeoutMs = amount({ usual: 120_000, soak: 1_800_000 });

test.each(rules)("$rule", { timeout: timeoutMs }, ({ sentences, isHeeded }) => {
  fc.assert(
    fc.property(sentences, (inserted) => {
      const understood = readingOf(inserted);
      const { meanings, leftOut = [] } = understood;
      const answer = [meanings[0]?.line, "without", ...leftOut].join(" ");
      expect(isHeeded(inserted, understood), `${inserted.say} => ${answer}`).toBe(true);
    }),
    { numRuns: amount({ usual: 3_000, soak: 30_000 }) },
  );
});
