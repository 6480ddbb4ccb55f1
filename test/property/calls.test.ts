import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../../src/app/features.ts";
import { kindOf } from "../../src/platform/commands/arguments/kind.ts";
import type { Call } from "../../src/platform/commands/call.ts";
import { pathOf } from "../../src/platform/commands/command.ts";
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

/** Arguments with a grammar of their own, in their usual form, by their name or behind the name of their call. */
const usual: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "approvals_set.when": fc.constantFrom(
    "when role operator",
    "memory over 64",
    "when role operator memory over 64 price over 99.5 credits a month",
  ),
  "approvals_deny.limit": fc.constantFrom(
    "price over 500 credits a month",
    "price over 1.5 EUR",
    "team over budget",
    "off",
  ),
  "approvals_workflow_set.change": fc.constantFrom(
    'approve nightly "2" preset small staging requester <@U012ABC>',
    "withdraw approve workflow",
  ),
  "hooks_broadcast.words": fc.constantFrom("on", "off"),
  "hooks_create.channel": fc.constantFrom("C0123456789", "C0123456789|alerts"),
  "hooks_heartbeat.every": fc.constantFrom("5m", "1 day and 2 hours", "300s"),
  "hooks_heartbeat.grace": fc.constantFrom("2m", "1 hour"),
  "hooks_maintenance.words": fc.constantFrom(
    "for 2h",
    "off 2",
    "Sat 02:00-04:00 weekly",
    "critical passes for 1d",
  ),
  "hooks_map.words": fc.constantFrom("off", 'title=alert.name link="the link.0"'),
  "hooks_observe.words": fc.constantFrom("off", "orders prod", "default orders done"),
  "hooks_replay.words": fc.constantFrom("24h", "the last 2 days", "30 minutes"),
  "hooks_try.words": fc.constantFrom('title "payments done" severity critical at 23:30', "group db"),
  "hooks_unmute.words": fc.constantFrom("2", "#2", "mute-0123456789abcdef"),
  change: fc.constantFrom('add title "a done" to <#C0123456789>', "remove 2 0a1b2c3d", "up 3", "add mute"),
  sample: fc.constantFrom('title "payments off" at 23:30', "severity critical"),
  "cost_reports_set.every": fc.constantFrom(
    "daily",
    "every friday at 9 by metric Europe/Berlin",
    "monthly focus 1.3 at 09:00",
  ),
  "cost_reports_mine_set.every": fc.constantFrom("daily", "every friday at 9 by metric Europe/Berlin"),
  month: fc.constantFrom("october", "this month", "2026-10-01 to 2026-10-31"),
  "budgets_set.team": name.map((text) => text.slice(0, 40).trim()),
  for: fc.constantFrom("30m", "2h", "1d 4h", "90 minutes", "1.5 h"),
  id: fc.oneof(fc.uuid(), fc.stringMatching(/^budget-[0-9a-f]{16}$/)),
  end: fc.constantFrom("never", "7d", "2026-12-31", "6h", "2 weeks", "friday", "15 december", "end of month"),
  hours: fc.constantFrom(
    "08:00-19:00 Mon-Fri Europe/Berlin",
    "22:00-06:00 Sat,Sun UTC",
    "00:00-12:30 Mon-Sun",
    "00:00-24:00 Mon-Fri",
    "00:00-24:00 Sat,Sun Europe/Berlin",
  ),
  against: fc.constantFrom("september", "the week before", "2026-10-01 to 2026-10-31"),
  range: fc.constantFrom(
    "last week",
    "since 1 October",
    "2026-10-01 to 2026-10-31",
    "today",
    "month to 2026-11-20",
  ),
  limits: fc.constantFrom("off", "memory=96", 'providers=aws,gcp name="dev *" world=no'),
  price: fc.constantFrom("none", "0.30 EUR", "2 CHF"),
};

function valueOf(call: string, key: string, schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { takes } = kindOf(schema) ?? {};
  if (takes === "name" || takes === "text") return name.filter((text) => z.safeParse(schema, text).success);
  // A word that isn't there is left out.
  if (schema instanceof z.ZodBoolean) return fc.constant(true);
  return usual[`${call}.${key}`] ?? usual[key] ?? arbitraryOf(schema);
}

function argumentsOf({ name: call, shape, check }: Call): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(shape).map(([key, schema]) => {
    if (!(schema instanceof z.ZodOptional)) return [key, valueOf(call, key, schema)] as const;
    return [key, fc.option(valueOf(call, key, schema.unwrap()), { nil: undefined })] as const;
  });
  return (
    fc
      .record(Object.fromEntries(fields))
      .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
      // Buttons of earlier versions have an item in place of a page.
      .filter((all) => !("page" in all && ("from" in all || "after" in all)))
      .filter((all) => "args" in check(all))
  );
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
