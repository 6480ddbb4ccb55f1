import { expect, test } from "vitest";
import { z } from "zod";
import { id, service } from "../../../src/platform/commands/arguments.ts";
import { firstNameKind, firstWordKind } from "../../../src/platform/commands/arguments/first.ts";
import { argument } from "../../../src/platform/commands/arguments/kind.ts";
import { nameKind } from "../../../src/platform/commands/arguments/kinds.ts";
import { lineOf } from "../../../src/platform/commands/line.ts";

const rule = argument(firstWordKind("id"), id.describe("The rule"));
const dashboard = argument(nameKind("dashboard"), z.string());
const hook = argument(firstNameKind("hook"), z.string());
const shape = { rule, dashboard, hook, service };

test.each([
  ["errors", { dashboard: "errors" }],
  ["500 errors orders", { dashboard: "500 errors orders" }],
  ['"500 errors" orders prod', { dashboard: "500 errors", service: "orders prod" }],
  ['errors "orders prod"', { dashboard: "errors", service: "orders prod" }],
  ['errors of "orders prod"', { dashboard: "errors of", service: "orders prod" }],
  ['"errors" of "orders prod"', { dashboard: "errors", service: "orders prod" }],
  ["“errors” “of”", { dashboard: "errors", service: "of" }],
])("%s has names of any words in the order of their line", (words, args) => {
  expect(lineOf("show {dashboard} {service}", shape).read(words)).toMatchObject({ args, over: "" });
});

test.each([
  ['"a" "b" c', "c"],
  ['"a" b "c"', "c"],
  ['"a" "b" "c"', '"c"'],
])("%s has more than two names", (words, over) => {
  expect(lineOf("show {dashboard} {service}", shape).read(words)).toMatchObject({ over });
});

test.each([
  ["6f0c checkout orders prod", { rule: "6f0c", hook: "checkout", service: "orders prod" }],
  ['6f0c "team checkout" orders', { rule: "6f0c", hook: "team checkout", service: "orders" }],
  ['6f0c checkout "orders prod"', { rule: "6f0c", hook: "checkout", service: "orders prod" }],
  ["6f0c", { rule: "6f0c" }],
])("%s has an id and names", (words, args) => {
  expect(lineOf("posts {rule} {hook} {service}", shape).read(words)).toMatchObject({ args, over: "" });
});
