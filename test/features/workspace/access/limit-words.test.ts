import { expect, test } from "vitest";
import { limitsIn } from "../../../../src/features/workspace/access/limit.ts";

test("limits are read as parts in any order, with names in any quotation marks", () => {
  expect(
    limitsIn(
      "providers=AWS,gcp regions=eu-west-1 memory=96 name=“dev *,test *” addresses=required world=no",
      undefined,
    ),
  ).toEqual({
    providers: ["aws", "gcp"],
    regions: ["eu-west-1"],
    totalMemoryGb: 96,
    names: ["dev *", "test *"],
    needsAddresses: true,
    keepsWorldOut: true,
  });
});

test("each part changes one limit, `any` removes one, and without limits nothing is left", () => {
  const before = { providers: ["aws"], totalMemoryGb: 96 };
  expect(limitsIn("memory=48GB", before)).toEqual({ providers: ["aws"], totalMemoryGb: 48 });
  expect(limitsIn("memory = any", before)).toEqual({ providers: ["aws"] });
  expect(limitsIn("memory=any providers=any", before)).toBeUndefined();
});

test.each([
  ["providers=awz", "I don't know the provider “awz”. Did you mean `aws`?"],
  ["memori=96", "You can't limit “memori”. Did you mean `memory`?"],
  ["memory=0", "Write memory as a number of GB for all replicas together: `memory=96`."],
  ["memory=lots", "Write memory as a number of GB for all replicas together: `memory=96`."],
  ["world=yes", "Write `no` or `any` instead of “yes”."],
  ["name=(a+)+$", "A name pattern has letters, digits, spaces and `*` for anything"],
  ["small ones only", "I don't understand “small ones only”."],
  ["regions=", "I don't understand “regions=”."],
])("%j is refused with what is wrong and an example", (words, message) => {
  expect(() => limitsIn(words, undefined)).toThrow(message);
  expect(() => limitsIn(words, undefined)).toThrow(
    "For example: `/db admin access limit operator providers=aws memory=96 world=no`.",
  );
});
