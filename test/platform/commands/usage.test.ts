import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { pathOf } from "../../../src/platform/commands/command.ts";
import { usagesOf } from "../../../src/platform/commands/help.ts";

/** What people type for what help shows in angle brackets, and for what stands for a grammar. */
const examples: Readonly<Record<string, string>> = {
  "#channel": "<#C0123456789|databases>",
  "@group": "<!subteam^S0123456789|@oncall>",
  "@person": "<@U0123456789|ada>",
  "<GB>": "64",
  "<alert>": "disk full",
  "<connection>": "production",
  "<credits>": "500",
  "<dashboard id>": "6f0c1d2e8b7a4c5d9e0f1a2b",
  "<dashboard>": "checkout",
  "<field>=<path>": "title=alert.name",
  "<hook>": "checkout",
  "<id>": "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f",
  "<limit>=<value>": "memory=96",
  "<minutes>": "15",
  "<month>": "october",
  "<name or preset>": "reports",
  "<name>": "payments",
  "<new name>": "production-eu",
  "<number>": "2",
  "<preset>": "small staging",
  "<range>": "last week",
  "<region>": "ireland",
  "<rule id>": "6f0c1d2e8b7a",
  "<rule>": 'title "payments" severity critical to <#C0123456789>',
  "<sample>": 'title "payments" severity critical at 23:30',
  "<service id>": "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
  "<service or hook>": "orders",
  "<service>": "orders prod",
  "<time>": "5m",
  "<times>": "Sat 02:00-04:00 weekly Europe/Berlin",
  "<tile id>": "0a1b2c3d4e5f6a7b8c9d0e1f",
  "<words>": "latency",
  "<workflow>": "nightly staging",
  "[<zone>]": "Europe/Berlin",
  "[Mon-Fri]": "Mon-Fri",
};

const placeholder = new RegExp(
  Object.keys(examples)
    .toSorted((a, b) => b.length - a.length)
    .map((each) => each.replace(/[[\]^]/g, String.raw`\$&`))
    .join("|"),
  "g",
);

function filled(choice: string): string {
  return choice.replace(placeholder, (each) => examples[each] ?? each);
}

/** Every way to follow a usage: each choice of each part, and without what may be left out. */
function* waysThrough(
  parts: readonly { choices: readonly string[]; isOptional: boolean }[],
): Generator<string[]> {
  const [first, ...others] = parts;
  if (!first) return yield [];
  for (const rest of waysThrough(others)) {
    if (first.isOptional) yield rest;
    for (const choice of first.choices) yield [choice, ...rest];
  }
}

const usages = product.commands.flatMap((command) =>
  usagesOf(command).map((usage) => ({ ...usage, name: usage.call.name, command })),
);

// Without a person and a team, its words ask who the owner is.
const needed: Readonly<Record<string, number>> = { owners_set: 1 };

test.each(usages)("what $text says is read as $name", ({ name, call, parts, command }) => {
  const required = parts.filter(({ isOptional }) => !isOptional).length + (needed[name] ?? 0);
  const ways = [...waysThrough(parts)].filter(({ length }) => length >= required);
  expect(ways).not.toEqual([]);
  for (const way of ways) {
    const line = [call.lines[0].head, ...way.map((choice) => filled(choice))].join(" ");
    expect(line).not.toMatch(/<[a-z]|…/);
    const reading = command.read(line.slice(pathOf(command).length));
    expect({ line, ...reading }).toMatchObject({ line, entry: { name } });
    expect({ line, ...reading }).not.toHaveProperty("isMistake");
  }
});

test("help shows each call that people can type", () => {
  for (const command of product.commands)
    expect(usagesOf(command).map(({ call }) => call.name)).toEqual(command.entries.map(({ name }) => name));
});
