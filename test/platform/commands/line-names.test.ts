import { expect, test } from "vitest";
import { z } from "zod";
import { say } from "../../../src/platform/blocks/reply.ts";
import { id, service } from "../../../src/platform/commands/arguments.ts";
import {
  firstNameKind,
  firstWordKind,
  fromKind,
  nameKind,
} from "../../../src/platform/commands/arguments/kinds.ts";
import { argument } from "../../../src/platform/commands/arguments/kind.ts";
import { call } from "../../../src/platform/commands/call.ts";
import { readCall } from "../../../src/platform/commands/read-calls.ts";
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

const from = argument({ ...fromKind, isForPeople: true }, z.int());
const list = call({
  name: "things_list",
  title: "Things",
  summary: "Lists things.",
  effect: "read",
  line: ["things {service}", "things from {from} {service}"],
  args: z.object({ service: service.optional(), from: from.optional() }),
  asks: { means: ["list"] },
  run: ({ from: first = 1 }) => say(String(first)),
});

test("a call is written as the first of its lines that has its arguments", () => {
  expect(list.line({})).toBe("things");
  expect(list.line({ service: "orders" })).toBe('things "orders"');
  expect(list.line({ service: "orders", from: 11 })).toBe('things from 11 "orders"');
});

test("programs and sentences don't have what is only for people, and buttons do", () => {
  expect(Object.keys(list.args.shape)).toEqual(["service"]);
  expect(Object.keys(list.asks?.slots ?? {})).toEqual(["service"]);
  expect(list.args.safeParse({ from: 11 }).success).toBe(false);
  expect(readCall(list, { from: 11 })).toMatchObject({ args: { from: 11 } });
});
