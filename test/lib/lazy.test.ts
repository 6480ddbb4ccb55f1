import { expect, test } from "vitest";
import { extended, layered, lazily, memoize } from "../../src/lib/cache.ts";

/** Lazy parts, and which of them were made. */
function counted() {
  const made: string[] = [];
  const part = (name: string) => () => {
    made.push(name);
    return { name };
  };
  return { made, parts: lazily({ one: part("one"), two: part("two") }) };
}

test("a part is made when it is first read, and once", () => {
  const { made, parts } = counted();
  expect(made).toEqual([]);
  expect(parts.one).toBe(parts.one);
  expect(made).toEqual(["one"]);
});

test("layers make no part, and the later one wins", () => {
  const { made, parts } = counted();
  const all = layered(parts, { two: { name: "other" }, three: 3 });
  expect(made).toEqual([]);
  expect(all).toMatchObject({ two: { name: "other" }, three: 3 });
  expect(all.one).toBe(parts.one);
  expect(made).toEqual(["one"]);
});

test("a part that failed is tried again", () => {
  let tries = 0;
  const parts = lazily({
    flaky: () => {
      tries += 1;
      if (tries === 1) throw new Error("not yet");
      return tries;
    },
  });
  expect(() => parts.flaky).toThrow("not yet");
  expect(parts.flaky).toBe(2);
});

test("a copy has all parts", () => {
  expect({ ...counted().parts }).toEqual({ one: { name: "one" }, two: { name: "two" } });
});

test("an extended object has the parts in front and inherits the rest, and makes none", () => {
  const { made, parts } = counted();
  const all = extended(parts, { two: { name: "other" }, three: 3 });
  expect(made).toEqual([]);
  expect([all.two, all.three]).toEqual([{ name: "other" }, 3]);
  expect(parts.two).toEqual({ name: "two" });
  expect(all.one).toBe(parts.one);
});

test("of what is made for an id, the newest are kept", () => {
  const made: string[] = [];
  const of = memoize((id) => made.push(id), 2);
  for (const id of ["a", "b", "a", "c", "b", "a"]) of(id);
  expect(made).toEqual(["a", "b", "c", "a"]);
});
