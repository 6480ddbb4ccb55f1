import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { pathOf, wordsOf } from "../../../src/platform/commands/command.ts";
import { escapeMrkdwn } from "../../../src/platform/blocks/escape.ts";
import { usagesOf } from "../../../src/platform/commands/help.ts";
import { typing } from "../../ask/typing.ts";

const topics = product.commands.flatMap((command) => {
  const front =
    command.partOf === undefined ? [] : wordsOf(command).map((word) => `${command.partOf} ${word}`);
  return [...new Set([pathOf(command), ...front, ...(command.onlyAsPart ? [] : wordsOf(command))])].map(
    (topic) => ({ topic, summary: command.summary }),
  );
});

test.each(topics)(
  "“help $topic” and “$topic help” show the page of that command",
  async ({ topic, summary }) => {
    for (const line of [`help ${topic}`, `${topic} help`, `Help  ${topic.toUpperCase()}`]) {
      const page = await typing().type(line);
      expect.soft(page.split("\n")[0], line).toContain(summary.split(/[`&]/)[0]);
    }
  },
);

const typedCalls = product.commands.flatMap((command) =>
  usagesOf(command).map(({ text, call }) => ({ head: call.lines[0].head, text, path: pathOf(command) })),
);

test.each(typedCalls.filter(({ head, path }) => head !== path))(
  "“help $head” shows how that is typed, and who may",
  async ({ head, text }) => {
    const page = await typing().type(`help ${head}`);
    const lines = page.split("\n").filter((each) => each.includes(`\`${escapeMrkdwn(text)}\``));
    expect(page.toLowerCase()).toContain(`*${head.toLowerCase()}`);
    expect(lines.at(-1)).toMatch(/(?:Everyone|Operators and admins|Admins) may\.$/);
  },
);

test("a word of a command's calls is enough for their page", async () => {
  expect(await typing().type("help rota")).toContain("/db alerts hooks rota");
});

test("help lists in one line what a window has buttons for, and explains the rest", async () => {
  const page = await typing().type("help hooks");
  const lines = page.split("\n");
  const explained = lines.filter((line) => /^• `\/db alerts hooks \S+.*` [A-Z]/.test(line));
  expect(explained.map((line) => line.split(" ")[4]?.replace("`", ""))).toEqual([
    "list",
    "show",
    "create",
    "pause",
    "delete",
    "test",
  ]);
  const apart = lines[lines.indexOf("*Also, as buttons in its window*") + 1] ?? "";
  expect(apart.split("|")).toHaveLength(19);
  expect(apart).toContain("|fallback|escalate|");
});
