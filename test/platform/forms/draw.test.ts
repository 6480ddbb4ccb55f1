import { expect, test } from "vitest";
import { errorsByBlock } from "../../../src/platform/forms/draw.ts";

const blocks = new Map([["memory", "memory.any"]]);

test("a problem is shown under the block of its field, and a problem without a block is not shown", () => {
  const problems = [
    { field: "memory", message: "Memory must be at least 8 GB" },
    { field: "region", message: "Region is needed." },
  ];
  expect(errorsByBlock(blocks, problems)).toEqual({ "memory.any": "Memory must be at least 8 GB" });
});

test("several problems of one field are sentences one after the other", () => {
  const problems = [
    { field: "memory", message: "Memory must be at least 8 GB" },
    { field: "memory", message: "Memory must be at least the minimum of 16 GB" },
  ];
  expect(errorsByBlock(blocks, problems)).toEqual({
    "memory.any": "Memory must be at least 8 GB. Memory must be at least the minimum of 16 GB.",
  });
});
