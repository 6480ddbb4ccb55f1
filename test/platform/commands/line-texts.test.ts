import { expect, test } from "vitest";
import { z } from "zod";
import { say } from "../../../src/platform/blocks/reply.ts";
import { type ArgumentKind, argument, marked } from "../../../src/platform/commands/arguments/kind.ts";
import { flag, nameKind } from "../../../src/platform/commands/arguments/kinds.ts";
import { service } from "../../../src/platform/commands/arguments.ts";
import { call } from "../../../src/platform/commands/call.ts";
import { readCalls } from "../../../src/platform/commands/read-calls.ts";
import { none } from "../../../src/platform/commands/entry.ts";
import { lineOf } from "../../../src/platform/commands/line.ts";

/** The text behind a mark, to the end of the words. */
const behind = (word: string): ArgumentKind => ({
  takes: "text",
  take(words) {
    const [whole, value] = new RegExp(String.raw`(?:^|\s)${word} (.+)$`, "i").exec(words) ?? [];
    return whole === undefined ? undefined : { value, rest: words.slice(0, -whole.length) };
  },
  write: (value) => `"${String(value)}"`,
});

const shape = {
  service,
  from: argument(behind("from"), z.string()),
  team: argument(behind("team"), z.string()),
  place: argument(behind("place="), z.string()),
  now: flag("now"),
};
const line = lineOf("make {service} from {from} team {team} {now}", shape);

test.each([
  ["orders from small team payments", { service: "orders", from: "small", team: "payments" }],
  ["orders team payments now", { service: "orders", team: "payments", now: true }],
  ["orders now team payments", { service: "orders", team: "payments", now: true }],
  ['"orders from x" from "a team b" team "now"', { service: "orders from x", from: "a team b", team: "now" }],
  ['from "small" now', { from: "small", now: true }],
  ['orders team "two words"', { service: "orders", team: "two words" }],
])("a text is what is behind its mark, and in quotes no more than that: %s", (words, args) => {
  expect(line.read(words)).toEqual({ args, others: [], over: "" });
});

test("a mark that ends in = touches its value", () => {
  expect(marked("place=", '"a b"')).toBe('place="a b"');
  expect(marked("team", "a")).toBe("team a");
  const placed = lineOf("make {service} place={place} {now}", shape);
  expect(placed.read('orders place="a now" now')).toEqual({
    args: { service: "orders", place: "a now", now: true },
    others: [],
    over: "",
  });
  expect(placed.write({ service: "orders", place: "a b" })).toBe('make "orders" place="a b"');
});

test("a name has its channels and groups as they were typed", () => {
  expect(line.read('"for <#C1|general>" team <!subteam^S1|@dba>')).toMatchObject({
    args: { service: "for #general", team: "@dba" },
  });
});

test("a text in quotes that is the value of an option isn't a name", () => {
  expect(line.read('orders size="l"')).toEqual({
    args: { service: 'orders size="l"' },
    others: [],
    over: "",
  });
});

const after = service.describe("The last one of the page before");
const list = call({
  name: "things_list",
  title: "Things",
  summary: "Lists the things.",
  effect: "read",
  line: ["things after {after}", "things"],
  missing: { after: "After which one?" },
  args: z.object({ after: argument(nameKind(), after).optional() }),
  asks: { means: ["list"] },
  run: () => say("all"),
});
const off = call({
  name: "things_off",
  title: "Off",
  summary: "Turns them off.",
  effect: "change",
  line: "things off",
  args: none,
  run: () => say("off"),
});
const reader = { calls: [list, off], path: "things", hint: "Use it alone." };

test("a call writes the line with just the arguments that it has", () => {
  expect(list.line({})).toBe("things");
  expect(list.line({ after: "orders" })).toBe('things after "orders"');
});

test("a line needs the argument that it ends in, though the call doesn't", async () => {
  expect(readCalls(reader, "")).toMatchObject({ args: {} });
  const lacking = readCalls(reader, "after");
  expect(lacking).toMatchObject({ isMistake: true });
  await expect("run" in lacking && Reflect.apply(lacking.run, undefined, [])).rejects.toThrow(
    "After which one?",
  );
});

test("a name without a slot is in no sentence", () => {
  expect(list.asks?.slots).toBeUndefined();
});

test("words that no argument takes are named", () => {
  expect(readCalls(reader, "off on fridays")).toEqual({ problem: "I don't understand “on fridays”." });
  expect(readCalls(reader, "of")).toEqual({
    problem: "I don't know `/db things of`. Did you mean `/db things off`?",
  });
  expect(readCalls(reader, "everything")).toEqual({
    problem: "I don't know `/db things everything`. Use it alone.",
  });
});
