import { expect, test } from "vitest";
import { readErrorBody } from "../../../../src/platform/cloud/transport/server-text.ts";

/** A body with its text a number of levels deep. */
function nested(levels: number, innermost: object): object {
  return Array.from({ length: levels }).reduce<object>((inner) => ({ error: inner }), innermost);
}

test("the text and the names of an error are found down to five levels", () => {
  const said = { message: "is taken", field: "body.name" };
  expect(readErrorBody(nested(5, said))).toEqual({ texts: ["is taken"], names: ["body", "name"] });
  expect(readErrorBody(nested(6, said))).toEqual({ texts: [], names: [] });
});

test("a very deep body from a hostile server is read without a failure", () => {
  expect(readErrorBody(nested(100_000, {}))).toEqual({ texts: [], names: [] });
});

test("problems that are listed by field keep the field's name", () => {
  const body = { errors: { name: ["is taken", "is long"], region: "unknown" } };
  expect(readErrorBody(body).texts).toEqual(["name: is taken; is long"]);
});
