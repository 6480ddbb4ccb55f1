import { expect, test } from "vitest";
import { sharing } from "../src/page/world/sharing.ts";

test("unchanged parts of a newer value are the older value's objects", () => {
  const before = {
    people: [{ id: "U1" }],
    messages: [
      { ts: "1", text: "a" },
      { ts: "2", text: "b" },
    ],
    home: null,
  };
  const newer = {
    people: [{ id: "U1" }],
    messages: [
      { ts: "1", text: "a" },
      { ts: "2", text: "c" },
    ],
    home: null,
  };
  const shared = sharing(before, newer);
  expect(shared).toEqual({
    ...before,
    messages: [
      { ts: "1", text: "a" },
      { ts: "2", text: "c" },
    ],
  });
  expect(shared.people).toBe(before.people);
  expect(shared.messages[0]).toBe(before.messages[0]);
  expect(shared.messages).not.toBe(before.messages);
});

test.each([
  [{ a: [1, 2] }, { a: [1] }],
  [{ a: 1, b: undefined }, { a: 1 }],
  [{ a: {} }, { a: [] }],
  [{ a: null }, { a: {} }],
])("%j and %j are not equal", (before: object, after: object) => {
  const copy = structuredClone(after);
  expect(sharing(before, after)).toBe(after);
  expect(after).toEqual(copy);
});

test("an equal value is replaced by the older one", () => {
  const before = { a: [{ b: null }] };
  expect(sharing(before, structuredClone(before))).toBe(before);
});
