import { expect, test } from "vitest";
import { z } from "zod";
import { say } from "../../../src/platform/blocks/reply.ts";
import { channel, service } from "../../../src/platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../src/platform/commands/arguments/kind.ts";
import { call } from "../../../src/platform/commands/call.ts";
import { readCalls } from "../../../src/platform/commands/read-calls.ts";
import { lineOf } from "../../../src/platform/commands/line.ts";

const behind: ArgumentKind = {
  slot: "id",
  hasQuotes: true,
  take(words) {
    const [, rest = "", value] = /^(.*\S) (add .*)$/i.exec(words) ?? [];
    return value === undefined ? undefined : { value, rest };
  },
  write: String,
};
const shape = { service, channel, change: argument(behind, z.string()) };

/** The arguments in words. Undefined if they are for another line. */
function read(pattern: string, words: string) {
  const found = lineOf(pattern, shape).read(words);
  return found && "args" in found && found.over === "" ? { args: found.args } : undefined;
}

test.each([
  ["weekly", {}],
  ["orders every  week", { service: "orders" }],
  ["Weekly in <#C1> orders", { channel: "C1", service: "orders" }],
  ['"weekly" weekly <#C1|x>', { channel: "C1", service: "weekly" }],
])("words in brackets are needed, in any place: %j", (words, args) => {
  expect(read("report {service} [weekly|every week] {channel}", words)).toEqual({ args });
});

test.each(["orders", "orders biweekly", '"weekly"', "weeklyorders <#C1>"])(
  "without them, words are for another line: %j",
  (words) => expect(read("report {service} [weekly|every week] {channel}", words)).toBeUndefined(),
);

test.each([
  ["orders end", { service: "orders" }],
  ["the end of orders end now", { service: "the end of orders" }],
  ['"orders end" end', { service: "orders end" }],
])("behind the last argument, they are the last words: %j", (words, args) => {
  const pattern = "report {service} [end|end now]";
  expect(read(pattern, words)).toEqual({ args });
  expect(read(pattern, `${words} then`)).toBeUndefined();
  expect(lineOf(pattern, shape).write(args)).toBe(`report "${args.service}" end`);
});

test("of a line with a word in place of an argument, either is needed", () => {
  const set = call({
    name: "fallback_set",
    title: "Set",
    summary: "Sets it.",
    effect: "change",
    line: "fallback {service} {channel|off}",
    missing: { channel: "Which channel?" },
    args: z.object({ service, channel: channel.optional() }),
    run: () => say("Set."),
  });
  const reading = (words: string) => readCalls({ calls: [set], path: "fallback" }, words);
  expect(reading("orders <#C1>")).toMatchObject({ args: { service: "orders", channel: "C1" } });
  expect(reading("orders off")).toMatchObject({ args: { service: "orders" } });
  expect(reading("off off")).toMatchObject({ args: { service: "off" } });
  expect(reading("orders")).toMatchObject({ isMistake: true });
  expect(reading("orders")).not.toHaveProperty("orNamed");
  expect(set.line({ service: "off" })).toBe('fallback "off" off');
});

test("quotes may be in another argument, so those around the name come first", () => {
  const pattern = "rules {service} {change}";
  expect(read(pattern, 'orders add title "a b"')).toEqual({
    args: { service: "orders", change: 'add title "a b"' },
  });
  expect(read(pattern, '"add it" add title "a b"')).toEqual({
    args: { service: "add it", change: 'add title "a b"' },
  });
});

test("words behind a name in quotes are left over", () => {
  const found = lineOf("pause {service}", shape).read('"orders" until noon');
  expect(found).toMatchObject({ args: { service: "orders" }, over: "until noon" });
});

test("all words behind the words of a call may be a name too", () => {
  const facts = {
    title: "Turn",
    summary: "Turns it.",
    effect: "change",
    args: z.object({ service }),
  } as const;
  const turn = call({ ...facts, name: "turn_on", line: "turn on {service}", run: () => say("On.") });
  const done = call({ ...facts, name: "turn_done", line: "turn on {service} done", run: () => say("Done.") });
  const reading = readCalls({ calls: [turn, done], path: "turn" }, "on orders done");
  expect(reading).toMatchObject({
    entry: { name: "turn_done" },
    args: { service: "orders" },
    orNamed: { kind: "service", name: "orders done", meant: { entry: { name: "turn_on" } } },
  });
});
