import { expect, test } from "vitest";
import { readErrorBody } from "../../../../src/platform/cloud/transport/server-text.ts";

/** A body that says something so many levels below its top. */
function nested(levels: number, innermost: object): object {
  return Array.from({ length: levels }).reduce<object>((inner) => ({ error: inner }), innermost);
}

test("the text and the names of an error are found below its top, down to five levels", () => {
  const said = { message: "is taken", field: "body.name" };
  expect(readErrorBody(nested(5, said))).toEqual({ texts: ["is taken"], names: ["body", "name"] });
  expect(readErrorBody(nested(6, said))).toEqual({ texts: [], names: [] });
});

test("a body that is as deep as a hostile server likes is read without an end of its own", () => {
  expect(readErrorBody(nested(100_000, {}))).toEqual({ texts: [], names: [] });
});

test("what is wrong by field is told with the field's name", () => {
  const body = { errors: { name: ["is taken", "is long"], region: "unknown" } };
  expect(readErrorBody(body).texts).toEqual(["name: is taken; is long"]);
});
