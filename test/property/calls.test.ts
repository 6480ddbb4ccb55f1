import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../../src/app/features.ts";
import { kindOf } from "../../src/platform/commands/arguments/kind.ts";
import type { Call } from "../../src/platform/commands/call.ts";
import { pathOf } from "../../src/platform/commands/paths.ts";
import { arbitraryOf } from "../support/arbitrary-of.ts";

const calls = product.commands.flatMap((command) =>
  command.entries
    .filter((entry): entry is Call => "lines" in entry)
    .map((call) => ({ name: call.name, call, command })),
);

// Words that mean something in a line.
const words =
  "stop|2|26h|max-age|3d|page|list|in|for|orders|by|last|month|team|me|none|off|yes|restore|details".split(
    "|",
  );
const name = fc
  .oneof(
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(" ")),
    fc.string({ minLength: 1, maxLength: 40 }),
  )
  .map((text) => text.trim().replace(/\s+/gu, " "))
  .filter((text) => text !== "" && !/["\u201c-\u201f\p{C}]/u.test(text));

/** Arguments with a grammar of their own, in their usual form. */
const usual: Readonly<Record<string, fc.Arbitrary<string>>> = {
  range: fc.constantFrom("last week", "2026-10-01 to 2026-10-31", "since 1 October", "today"),
  month: fc.constantFrom("october", "this month", "2026-10-01 to 2026-10-31"),
  every: fc.constantFrom("daily", "weekly", "monthly"),
  team: name.map((text) => text.slice(0, 40).trim()),
  id: fc.oneof(fc.uuid(), fc.stringMatching(/^budget-[0-9a-f]{16}$/)),
  end: fc.constantFrom("never", "7d", "2026-12-31"),
  hours: fc.constantFrom(
    "08:00-19:00 Mon-Fri Europe/Berlin",
    "22:00-06:00 Sat,Sun UTC",
    "00:00-12:30 Mon-Sun",
  ),
};

function valueOf(key: string, schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (kindOf(schema)?.takes === "name") return name;
  // A word that isn't there is left out.
  if (schema instanceof z.ZodBoolean) return fc.constant(true);
  return usual[key] ?? arbitraryOf(schema);
}

function argumentsOf({ args }: Call): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries<z.core.$ZodType>(args.shape).map(([key, schema]) => {
    if (!(schema instanceof z.ZodOptional)) return [key, valueOf(key, schema)] as const;
    return [key, fc.option(valueOf(key, schema.unwrap()), { nil: undefined })] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
}

test.each(calls)("what $name writes is read as the same", ({ call, command }) => {
  fc.assert(
    fc.property(argumentsOf(call), (args) => {
      const line = call.line(args);
      const reading = command.read(line.slice(pathOf(command).length));
      expect(reading).toMatchObject({ entry: { name: call.name } });
      expect("args" in reading && reading.args).toEqual(args);
    }),
  );
});
