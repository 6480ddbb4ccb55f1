import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { pathOf, wordsOf } from "../../../src/platform/commands/command.ts";
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
