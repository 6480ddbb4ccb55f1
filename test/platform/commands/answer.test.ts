import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { say } from "../../../src/platform/blocks/reply.ts";
import { answerNearly } from "../../../src/platform/commands/perform.ts";
import type { Command } from "../../../src/platform/commands/command.ts";
import type { Answer } from "../../../src/platform/commands/found.ts";
import { notFound } from "../../../src/platform/commands/near.ts";
import { type CommandReading, commandReader } from "../../../src/platform/commands/read.ts";
import type { Entry } from "../../../src/platform/commands/entry.ts";
import { runs } from "../../support/pressed.ts";
import { changes, command, reads } from "../../support/entries.ts";
import { AppError } from "../../../src/lib/errors.ts";

/** A command that takes any words. Its answer is `run`'s below. */
function naming(name: string, entry: Entry): Command {
  return command({
    name,
    summary: "",
    examples: [`/db ${name}`],
    entry,
    run: async () => say(name),
  });
}

/** Knows some names, and answers with the line. */
async function run({ path, line }: CommandReading): Promise<Answer> {
  const words = line.slice(path.length + 1);
  const names = ["orders prod", "web one", "web two"];
  if (names.some((name) => words.includes(name))) return say(`${path}: ${words}`);
  const [typed = ""] = words.replace(/["“”]/g, "").split(" last ");
  throw notFound({ typed, names, message: "Not here." });
}

const read = commandReader([
  naming("costs", reads()),
  naming("forget", changes()),
  naming("share", reads({ shares: true })),
]);

/** What a line answers: its text, and the labels and commands of its buttons. */
async function answer(line: string): Promise<{ text: string; buttons: string[] }> {
  const reading = read(line);
  const answered = "reply" in reading ? reading.reply : await answerNearly(reading, read, run);
  if (!("text" in answered)) throw new Error("This is not a reply.");
  const buttons = answered.blocks.flatMap((block) => {
    const elements = block.type === "actions" ? block.elements : [];
    const beside = block.type === "section" ? block.accessory : undefined;
    return [...elements, beside].flatMap((each) => (each?.type === "button" ? [each] : []));
  });
  return { text: answered.text, buttons: buttons.map((each) => `${each.text.text}: ${each.value}`) };
}

test("the one near name is used by a command that reads, which says so and can be undone", async () => {
  expect(await answer("costs orders last week")).toEqual({
    text: "Showing costs for *orders prod*.\ncosts: orders prod last week",
    buttons: ["Not what I meant: exactly costs orders last week"],
  });
});

test("quotes around a near name stay", async () => {
  const { text } = await answer("costs “orders” last week");
  expect(text).toBe("Showing costs for *orders prod*.\ncosts: “orders prod” last week");
});

test("undoing a guess says what was not found, with buttons", async () => {
  expect(await answer("exactly costs orders last week")).toEqual({
    text: "Not here. Did you mean “orders prod”?",
    buttons: ["orders prod: costs orders prod last week"],
  });
  expect((await answer("exactly cost last week")).text).toContain("Did you mean `/db costs last week`?");
});

test("several near names are buttons", async () => {
  expect((await answer("costs web last week")).buttons).toEqual([
    "web one: costs web one last week",
    "web two: costs web two last week",
  ]);
});

test("a change, and what others will see, get a button and do not run", async () => {
  expect((await answer("forget orders")).buttons).toEqual(["/db forget orders prod: forget orders prod"]);
  expect((await answer("share orders")).buttons).toEqual(["/db share orders prod: share orders prod"]);
  expect((await answer("forgt orders prod")).buttons).toEqual([
    "/db forget orders prod: forget orders prod",
    "Help: help",
  ]);
});

test("a mistyped command runs with its words, and says so", async () => {
  expect(await answer("cost orders prod last week")).toEqual({
    text: "I read this as `/db costs orders prod last week`.\ncosts: orders prod last week",
    buttons: ["Not what I meant: exactly cost orders prod last week"],
  });
});

test("an error without a near name stays an error", async () => {
  await expect(answer("costs elsewhere")).rejects.toThrow(AppError);
});

function productReads(line: string): string {
  const reading = product.readCommand(line);
  return "reply" in reading ? reading.reply.text : `runs /db ${reading.line}`;
}

test.each([
  ["cost last week", "runs /db costs last week"],
  ["creat orders", "runs /db create orders"],
  ["backup orders prod", "runs /db backups orders prod"],
  ["alert", "runs /db alerts"],
  ["budgets", "runs /db costs budget"],
])("/db %s %s", (typed, reads) => {
  expect(productReads(typed)).toBe(reads);
});

test("an unknown word shows the groups of help, with their buttons", () => {
  const reading = product.readCommand("foo");
  const shown = "reply" in reading ? reading.reply : undefined;
  expect(shown?.text).toContain("I don't know `/db foo`. Here's what I can do:");
  expect(JSON.stringify(shown?.blocks)).toContain(JSON.stringify(runs("services_create")));
});
