import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../../../src/lib/errors.ts";
import { say } from "../../../src/platform/blocks/reply.ts";
import { range, service } from "../../../src/platform/commands/arguments.ts";
import { argument } from "../../../src/platform/commands/arguments/kind.ts";
import { call } from "../../../src/platform/commands/call.ts";
import { type ReadCommand, readCalls } from "../../../src/platform/commands/read-calls.ts";
import { lineOf } from "../../../src/platform/commands/line.ts";

/** Digits anywhere in the words. Each may be the value. */
const amount = argument(
  {
    slot: "number",
    takes: "number",
    take(words) {
      const all = words.split(" ");
      const [first, ...others] = all.flatMap((word, at) =>
        /^\d+$/.test(word) ? [{ value: Number(word), rest: all.toSpliced(at, 1).join(" ") }] : [],
      );
      return first && { ...first, others };
    },
    write: String,
  },
  z.number(),
);
/** A word or a text in quotes after the mark. */
const owner = argument(
  {
    slot: "group",
    takes: "marked",
    take(words, mark) {
      const [whole = "", quoted, word] = new RegExp(`(?:^| )${mark} (?:"([^"]+)"|(\\S+))`).exec(words) ?? [];
      const value = quoted ?? word;
      return value === undefined ? undefined : { value, rest: words.replace(whole, " ") };
    },
    write: (name) => `"${String(name)}"`,
  },
  z.string(),
);

const apart = argument(
  {
    slot: "range",
    takes: "words",
    isApart: true,
    take: (words) => (/(?:^| )today$/.test(words) ? { value: "today", rest: words.slice(0, -5) } : undefined),
    write: String,
  },
  z.string(),
);

const shown = { service: service.optional(), days: apart.optional() };
const shape = { ...shown, range, amount, owner };

/** The ways to read words. None if some are left over. */
function waysOf(pattern: string, words: string) {
  const read = lineOf(pattern, shape).read(words);
  if (!read || "problem" in read) throw new Error("These words can't be read.");
  return read.over === "" ? [read.args, ...read.others] : [];
}

const sheet = "costs [csv|as csv|as a csv] {range} {service}";

test.each([
  ["csv", {}],
  ["last week as a CSV orders", { range: "last week", service: "orders" }],
  ["orders csv last week", { range: "last week", service: "orders" }],
  ["orders csv prod", { service: "orders prod" }],
  ['csv "orders csv"', { service: "orders csv" }],
  ["csv orders csv", { service: "orders csv" }],
])("the first of a line's own words is taken, wherever it stands: %j", (words, args) => {
  expect(waysOf(sheet, words)).toEqual([args]);
});

test("what follows a mark may be in quotes, and isn't the name in quotes", () => {
  const pattern = "budget {amount} {service} team {owner}";
  const args = { amount: 5, owner: "data platform", service: "team room" };
  expect(waysOf(pattern, '5 team "data platform" "team room"')).toEqual([args]);
  expect(waysOf(pattern, lineOf(pattern, shape).write(args).slice("budget".length))).toEqual([args]);
});

test("words beside a name in quotes are left over, but for those that join it", () => {
  expect(waysOf("costs {range} {service}", '"orders" foo bar')).toEqual([]);
  expect(waysOf("costs {range} {service}", 'for "orders", over')).toEqual([{ service: "orders" }]);
});

test("words that may say several things are read in each way", () => {
  expect(waysOf("budget {amount} {service}", "orders 2 500")).toEqual([
    { amount: 2, service: "orders 500" },
    { amount: 500, service: "orders 2" },
  ]);
});

const budget = call({
  name: "test_budget",
  title: "Budget",
  summary: "Sets a budget.",
  effect: "change",
  line: "budget {amount} {service}",
  args: z.object({ amount, service }),
  run({ amount: wanted, service: named }) {
    if (named !== "orders 2" && named !== "2 orders") throw new AppError("missing", `I don't know ${named}.`);
    return say(`${wanted} for ${named}`);
  },
});

async function answered(words: string): Promise<string> {
  const reading = readCalls({ calls: [budget], path: "budget" }, words);
  if ("problem" in reading) throw new Error(reading.problem);
  return textOf(reading);
}

async function textOf({ run }: Pick<ReadCommand<object>, "run">): Promise<string> {
  const answer = await run({}, { workspaceId: "T1", userId: "U1" }, { progress: async () => {} });
  if (!("blocks" in answer)) throw new Error("This is not a reply.");
  return answer.text;
}

test("of several ways, the first one with a known name runs", async () => {
  expect(await answered("orders 2 500")).toBe("500 for orders 2");
  expect(await answered("2 orders 500")).toBe("500 for 2 orders");
  await expect(answered("shop 2 500")).rejects.toThrow("I don't know shop 500.");
});

const facts = { title: "Costs", summary: "Shows costs.", effect: "read", run: () => say("Costs") } as const;
const calls = [
  call({ ...facts, name: "test_show", line: "costs {days} {service}", args: z.object(shown) }),
  call({ ...facts, name: "test_sheet", line: "costs [csv] {days} {service}", args: z.object(shown) }),
  call({ ...facts, name: "test_savings", line: "costs savings {days} {service}", args: z.object(shown) }),
] as const;

function read(words: string) {
  const reading = readCalls({ calls, path: "costs" }, words);
  if ("problem" in reading) throw new Error(reading.problem);
  const { entry, args, orNamed } = reading;
  return { entry: entry.name, args, ...(orNamed && { orNamed: [orNamed.name, orNamed.meant.args] }) };
}

test("a name may have a call's words in it, and never those of an argument that needs quotes", () => {
  expect(read("nightly csv today")).toEqual({
    entry: "test_sheet",
    args: { service: "nightly", days: "today" },
    orNamed: ["nightly csv", { service: "nightly csv", days: "today" }],
  });
  expect(read("savings db")).toMatchObject({ entry: "test_savings", orNamed: ["savings db", {}] });
  expect(read("today")).toEqual({ entry: "test_show", args: { days: "today" } });
});

test("one word that is a call's own is not a name", () => {
  expect(read("savings")).toEqual({ entry: "test_savings", args: {} });
  expect(read("savings today")).toEqual({ entry: "test_savings", args: { days: "today" } });
});
