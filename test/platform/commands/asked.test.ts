import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { isCall } from "../../../src/platform/commands/call.ts";
import { readTexts } from "../../support/source-texts.ts";

const literal = /\bcall: "(\w+)"(?:,\s*args: \{([^{}]*)\})?(?:,\s*choice: "(\w+)")?/g;

const asked = readTexts().flatMap(({ path, text }) =>
  [...text.matchAll(literal)].map(([, call = "", args = "", choice]) => ({
    path,
    call,
    args: args.split(",").flatMap((each) => /^\s*(\w+)/.exec(each)?.[1] ?? []),
    choice,
  })),
);

test.each(asked)("the button in $path for $call has its arguments", ({ call, args, choice }) => {
  const entry = product.commands.flatMap(({ entries }) => entries).find(({ name }) => name === call);
  const known = entry && isCall(entry) ? Object.keys(entry.shape) : [];
  expect(known).toEqual(expect.arrayContaining([...args, ...(choice === undefined ? [] : [choice])]));
  expect(entry && "lines" in entry).toBe(true);
});
