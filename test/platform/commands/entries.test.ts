import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../../../src/app/features.ts";
import type { Entry, EntryArguments } from "../../../src/platform/commands/entry.ts";

const ofEntries: Readonly<Record<string, string>> = {
  "hooks_broadcast.words": "on",
  "hooks_map.words": "title=alert.name",
  "hooks_try.words": "severity critical",
  "hooks_unmute.words": "2",
};

/** A value for each argument, by its JSON schema. */
function valueOf(entryName: string, name: string, schema: z.core.JSONSchema.JSONSchema): unknown {
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  if (schema.type === "boolean") return true;
  if (schema.type === "number" || schema.type === "integer") return 2;
  const texts: Readonly<Record<string, string>> = {
    channel: "C0123456789",
    person: "U0123456789",
    group: "S0123456789",
    range: "last month",
    month: "october",
    before: "1795168800000-3",
    every: "every friday at 9",
    change: "add title x to <#C0123456789>",
    sample: "severity critical at 23:30",
    limits: "memory=96",
    limit: "team over budget",
    when: "when role operator",
    words: "for 24h",
    for: "2h",
    backup: "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f",
    rule: "0a1b2c3d4e5f6a7b8c9d0e1f",
    alert: "0f8c2a",
    dashboard: "6f0c1d2e8b7a4c5d9e0f1a2b",
    tile: "0a1b2c3d4e5f6a7b8c9d0e1f",
    id: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
    connection: "acme",
    against: "september",
    to: "north",
    once: "0b6f1f0c",
    end: "7d",
    price: "0.30 EUR",
    hours: "08:00-19:00 Mon-Fri",
    zone: "Europe/Berlin",
  };
  if (entryName === "alerts_retry") return "replay all";
  if (entryName === "approvals_workflow_set") return "withdraw nightly staging";
  return ofEntries[`${entryName}.${name}`] ?? texts[name] ?? "orders prod";
}

function argumentsOf({ args, name: entryName }: Entry, isWanted: (name: string) => boolean): EntryArguments {
  const schema = z.toJSONSchema(args);
  const properties = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    properties.flatMap(([name, each]) =>
      typeof each === "object" && isWanted(name) ? [[name, valueOf(entryName, name, each)]] : [],
    ),
  );
}

const entries = product.commands.flatMap((command) => command.entries.map((entry) => ({ command, entry })));

/** What a line calls. */
function called(line: string): string {
  const reading = product.readCommand(line);
  return "run" in reading
    ? `${reading.entry.name}${reading.isGuess ? " by a guess" : ""}`
    : reading.reply.text;
}

test.each(entries)(
  "the line of $entry.name calls it, with all arguments and with the needed ones",
  ({ entry }) => {
    const needed = new Set(z.toJSONSchema(entry.args).required);
    for (const args of [argumentsOf(entry, () => true), argumentsOf(entry, (name) => needed.has(name))])
      expect([entry.line(args), called(entry.line(args))]).toEqual([entry.line(args), entry.name]);
  },
);

test("names of entries are unique, and are what programs take", () => {
  const names = entries.map(({ entry }) => entry.name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z][a-z_]{1,63}$/.test(name))).toEqual([]);
});

test("no reading takes more than an admin's role, and no change is open to viewers but sharing and what is their own", () => {
  const open = entries.filter(({ entry }) => entry.effect !== "read" && entry.access === "viewer");
  expect(open.map(({ entry }) => entry.name)).toEqual([
    "owners_digest",
    "costs_share",
    "cost_reports_mine_set",
    "cost_reports_mine_stop",
    "tokens_create",
    "tokens_revoke",
  ]);
});

test("every argument says what it is", () => {
  const silent = entries.flatMap(({ entry }) =>
    Object.entries(z.toJSONSchema(entry.args).properties ?? {}).flatMap(([name, schema]) =>
      typeof schema === "object" && schema.description ? [] : [`${entry.name}.${name}`],
    ),
  );
  expect(silent).toEqual([]);
});
