import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pathsIn, valueAt } from "../../../../src/features/alerts/senders/paths.ts";

test("every text, number and boolean of a body has its path and its value", () => {
  const body = {
    title: "Disk\nfull",
    labels: [{ value: 1 }, { ok: false, none: null }],
    "a.b": { c: "x" },
    empty: "",
  };
  expect(pathsIn(body)).toEqual([
    { path: "title", example: "Disk full" },
    { path: "labels.0.value", example: "1" },
    { path: "labels.1.ok", example: "false" },
    { path: "a.b.c", example: "x" },
  ]);
});

test("a value is found at its path, also if a name contains dots", () => {
  const body = { a: { b: 1, "c.d": { e: "x" } }, list: [{ f: false }] };
  expect(["a.b", "a.c.d.e", "list.0.f"].map((path) => valueAt(body, path))).toEqual([1, "x", false]);
});

test("a value has a path up to 32 levels deep", () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  expect(pathsIn(deep(32))).toHaveLength(1);
  expect(pathsIn(deep(33))).toEqual([]);
});

test("there are at most 200 paths, and examples are short", () => {
  const paths = pathsIn(Array.from({ length: 1_000 }, () => "x".repeat(100)));
  expect(paths).toHaveLength(200);
  expect(paths[0]?.example).toHaveLength(60);
});

test.each([[undefined], [null], [7], ["text"], [[]]])("%j has no paths", (body) => {
  expect(pathsIn(body)).toEqual([]);
});

test("every path leads to its value in any JSON", () => {
  const named = fc.dictionary(fc.stringMatching(/^[a-z_]{1,6}$/), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(named, (body) => {
      for (const { path } of pathsIn(body).filter(({ path }) => !/\.\.|^\.|\.$/.test(path))) {
        expect(valueAt(body, path)).toSatisfy((value) => typeof value !== "object" || value === null);
      }
    }),
    { numRuns: 100 },
  );
});

test.each([["missing"], ["a.missing"], ["a.b.c"], ["__proto__"], ["constructor.name"], [""], ["a."]])(
  "there is no value at %j",
  (path) => {
    expect(valueAt({ a: { b: 1 } }, path)).toBeUndefined();
  },
);
