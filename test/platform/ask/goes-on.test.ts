import { expect, test } from "vitest";
import { typing } from "../../ask/typing.ts";

/** The line that the last of these sentences runs. */
async function last(...said: string[]): Promise<string | undefined> {
  const { type } = typing();
  let answer = "";
  for (const sentence of said) answer = await type(sentence);
  return answer.split(" = ").at(-1);
}

const first = "how much did orders prod cost last week?";

test.each([
  ["what are we spending on databases this month", "costs this month"],
  ["did our total costs go up this week?", "costs this week"],
  ["how much did our services cost this year?", "costs this year"],
  ["what about this quarter in total?", "costs this quarter"],
  ["and our costs this month?", "costs this month"],
  ["what did everything cost this week?", "costs this week"],
  ["show all costs of this month", "costs this month"],
])("“%s” is about all, though one service was spoken about", async (next, line) => {
  expect(await last(first, next)).toBe(line);
});

test.each([
  ["and this month?", 'costs this month "orders prod"'],
  ["how much did it cost this month?", 'costs this month "orders prod"'],
  ["what did this service cost this month?", 'costs this month "orders prod"'],
  ["what did that cost last month?", 'costs last month "orders prod"'],
  ["by metric please", 'costs last week by metric "orders prod"'],
])("“%s” goes on with the service that was spoken about", async (next, line) => {
  expect(await last(first, next)).toBe(line);
});

test.each([
  ["costs last month", "by metric please", "costs last month by metric"],
  ["costs last month", "as csv", "costs csv last month"],
  ["costs last month billing", "by day", 'costs last month by day "billing"'],
  ["costs yesterday", "and the week before that?", "costs"],
  ["backups billing", "what did it cost last week?", 'costs last week "billing"'],
])("after the command “%s”, “%s” goes on with it", async (command, next, line) => {
  expect(await last(first, command, next)).toContain(line);
});

test.each([
  ["costs 16 to 22 Nov 2026 by service", "by metric", "costs 16 to 22 Nov 2026 by metric"],
  ["costs 2026-11-09 to 2026-11-15 by team", "as csv", "costs csv 2026-11-09 to 2026-11-15"],
  ["costs since 2026-11-01 by day", "by metric", "costs since 2026-11-01 by metric"],
  [
    "costs last month by service 00000001-1111-4222-8333-444444444444",
    "by metric",
    'costs last month by metric "billing"',
  ],
  ["backups 00000001-1111-4222-8333-444444444444", "what did it cost last week?", 'last week "billing"'],
])("after the button “%s”, “%s” goes on with it", async (line, next, expected) => {
  const { type, run } = typing();
  await type(first);
  await run(line);
  expect(await type(next)).toContain(expected);
});

test("what is shared stays what it was about, and what isn't read takes the place of the older subject", async () => {
  const { type, run, kept } = typing();
  await type(first);
  await run("costs share last week by service once:12345678");
  expect(kept).toHaveLength(1);
  await run("presets show small staging");
  expect(await type("and last month?")).not.toContain("= costs");
});

test("a question with two values of its own doesn't keep the view of the last one", async () => {
  const { type } = typing();
  await type("what did each team spend in october");
  expect(await type("compare october with september for orders prod")).not.toContain("by team");
});
