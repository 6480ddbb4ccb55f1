import { expect, test } from "vitest";
import { z } from "zod";
import { channel, service } from "../../../src/platform/commands/arguments.ts";
import { argument } from "../../../src/platform/commands/arguments/kind.ts";
import { call } from "../../../src/platform/commands/call.ts";
import { readCalls } from "../../../src/platform/commands/read-calls.ts";
import { none } from "../../../src/platform/commands/entry.ts";
import { lineOf } from "../../../src/platform/commands/line.ts";
import { say } from "../../../src/platform/blocks/reply.ts";
import { unquoted } from "../../../src/lib/names.ts";

const team = argument(
  {
    slot: "topic",
    take(words, mark) {
      const [, rest = "", value] = new RegExp(`^(.*?)\\s*\\b${mark} (.+)$`).exec(words) ?? [];
      return value === undefined ? undefined : { value: unquoted(value), rest };
    },
    write: (value) => `"${String(value)}"`,
  },
  z.string(),
);

test("text in quotes is the name, unless it stands behind the mark of another argument", () => {
  const line = lineOf("owner {service} team {team}", { service, team });
  const wanted = { args: { service: "orders", team: "data platform" } };
  expect(line.read('orders team "data platform"')).toMatchObject(wanted);
  expect(line.read('"orders" team “data platform”')).toMatchObject(wanted);
  expect(line.read('"team x" team y')).toMatchObject({ args: { service: "team x", team: "y" } });
});

const list = call({
  name: "tables_list",
  title: "Tables",
  summary: "Lists tables.",
  effect: "read",
  line: "tables list",
  args: none,
  result: none,
  run: () => say("None."),
});
const clear = call({
  ...list,
  name: "tables_clear",
  line: "tables clear {service}",
  args: z.object({ service }),
  run: () => say("Done."),
});
test("a call writes the line with just the arguments that are given, or else its first", () => {
  const several = call({
    ...clear,
    line: ["tables clear {service} in {channel}", "tables clear all", "tables clear {service}"],
    args: z.object({ service: service.optional(), channel: channel.optional() }),
    run: () => say("Done."),
  });
  expect([{}, { service: "orders" }, { channel: "C1" }].map((args) => several.line(args))).toEqual([
    "tables clear all",
    'tables clear "orders"',
    "tables clear in <#C1>",
  ]);
});

const reader = { calls: [list, clear], path: "tables" };

test.each([
  ["list in full", "I don't understand “in full”."],
  ["lisst", "I don't know `/db tables lisst`. Did you mean `/db tables list`?"],
])("“%s” is refused in words", (words, problem) => {
  expect(readCalls(reader, words)).toEqual({ problem });
});

test("words for a call that takes none are refused with the hint of its command", () => {
  const alone = { calls: [call({ ...list, line: "tables", run: () => say("None.") })], path: "tables" };
  expect(readCalls(alone, "all")).toEqual({ problem: "I don't understand “all”." });
  expect(readCalls({ ...alone, hint: "It takes no words." }, "all")).toEqual({
    problem: "It takes no words.",
  });
});
