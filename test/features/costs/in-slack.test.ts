import { expect, test } from "vitest";
import { z } from "zod";
import { addDays, humanDays, utcDay } from "../../../src/lib/day.ts";
import { answerTo } from "../../support/answer-to.ts";
import { type SeenMessage, shownText } from "../../support/slack-person.ts";
import { blocksOf } from "@quartermaster/local-slack/person";
import { found } from "../../support/until.ts";
import { useWatchedEnvironment } from "../../support/watched-environment.ts";

const watched = useWatchedEnvironment({
  // The app of tests with a clock has a painter that a busy machine does not hurry.
  startsAt: new Date().toISOString(),
  environment: () => ({
    CLOUD_CONSOLE_SERVICE_URL: "https://console.example.com/services/{serviceId}",
    CLOUD_CONSOLE_COSTS_URL: "https://console.example.com/billing?day={day}",
  }),
});
const { environment } = watched;

const daysAgo = (count: number) => addDays(utcDay(new Date()), -count);
/** A range of days in words. Each test has its own days. */
const daysFromTo = (first: number, last: number) => `${daysAgo(first)} to ${daysAgo(last)}`;

const Button = z.looseObject({
  text: z.looseObject({ text: z.string() }),
  value: z.string(),
  action_id: z.string(),
});

function buttonsOf(message: SeenMessage): z.output<typeof Button>[] {
  const rows = blocksOf(message).filter(({ type }) => type === "actions");
  return rows.flatMap(({ elements }) => z.array(Button).parse(elements));
}

async function clickButton(message: SeenMessage, text: string): Promise<void> {
  const button = buttonsOf(message).find((each) => each.text.text.startsWith(text));
  if (!button) throw new Error(`There is no button “${text}”.`);
  await environment.ada.click(message, button.action_id);
}

const blockTypes = (message: SeenMessage) => blocksOf(message).map(({ type }) => type);

// These two come first: a picture of an earlier answer that is late would take their failure.
test("the announcement of a file that Slack refuses is corrected", async () => {
  const { ada } = environment;
  watched.toSlack.answerNext("files.getUploadURLExternal", { status: 500 });
  await answerTo(ada, `/db costs csv ${daysFromTo(40, 38)}`, "Slack has a problem");
  const note = await ada.waitForMessage("direct", "Slack didn't take the file");
  expect(note.text).toContain("Run the command again.");
});

test("an answer is complete even if its picture fails", async () => {
  watched.toSlack.answerNext("files.getUploadURLExternal", { status: 500 });
  const costs = await answerTo(environment.ada, "/db costs last 3 days", "What changed most");
  expect(blockTypes(costs)).not.toContain("image");
  expect(blockTypes(costs)).toContain("table");
});

test("the answer about costs is visible only to the asker, with a picture, a table and buttons", async () => {
  const { ada } = environment;
  // An answer does not wait long for its picture, and the first picture is slow on a busy machine.
  const shown = await found(async () => {
    const costs = await answerTo(ada, "/db costs last 7 days", "What changed most");
    return blockTypes(costs).includes("image") ? costs : undefined;
  });
  expect(shown.ephemeral).toBe(true);
  expect(blockTypes(shown)).toEqual(expect.arrayContaining(["table", "actions"]));
  expect(shownText(shown)).toContain(`https://console.example.com/billing?day=`);
  expect(JSON.stringify(shown.blocks)).toMatch(/"alt_text":"Credits per day by service, [^:"]*: 7 bars/);
});

test("an answer about this month has its forecast", async () => {
  const costs = await answerTo(environment.ada, "/db costs this month", "Forecast for");
  expect(shownText(costs)).toMatch(/Forecast for \w+ \d+: about [\d,.]+ credits/);
});

test("buttons change the view and the days of an answer in its message", async () => {
  const { ada } = environment;
  const costs = await answerTo(ada, `/db costs ${daysFromTo(13, 7)}`, "Service |");
  const turned = (expected: string) =>
    ada.waitForMessage("databases", (seen) => seen.ts === costs.ts && shownText(seen).includes(expected));
  await clickButton(costs, "By metric");
  const byMetric = await turned("Metric |");
  expect(shownText(byMetric)).not.toContain("Service |");
  await clickButton(byMetric, "Earlier");
  const earlier = await turned(`from ${Number(daysAgo(20).slice(8))} `);
  expect(shownText(earlier)).toContain("Metric |");
  await clickButton(earlier, "Later");
  await turned(byMetric.text);
});

test("every row comes as a file into the asker's direct messages", async () => {
  const { ada } = environment;
  const [from, to] = [daysAgo(40), daysAgo(31)];
  await answerTo(ada, `/db costs csv ${from} to ${to}`, "as a CSV file (");
  await ada.waitForMessage("direct", "Here's the CSV");
  const shared = await ada.waitForMessage("direct", (seen) =>
    JSON.stringify(seen).includes(`costs-${from}-to-${to}.csv`),
  );
  const [address = ""] = /http[^"|]*\.csv/.exec(JSON.stringify(shared)) ?? [];
  const file = await fetch(address);
  // A line of names, and for each day two services and the warehouse of each.
  expect((await file.text()).trimEnd().split("\n")).toHaveLength(1 + 10 * 4);
  expect(shared.text).toContain("40 rows");
});

test("the word csv may also be last, unless it ends a service's name", async () => {
  const { ada } = environment;
  const [from, to] = [daysAgo(50), daysAgo(41)];
  await answerTo(ada, `/db costs ${from} to ${to} by service as CSV`, "as a CSV file (");
  await answerTo(ada, `/db costs ${from} csv by metric`, "as a CSV file (");
  const id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
  await answerTo(ada, `/db services add ${id} nightly csv`, "Added ");
  const costs = await answerTo(ada, "/db costs yesterday nightly csv", "nightly csv");
  expect(shownText(costs)).toContain("No costs for *nightly csv*");
});

test("an answer is shared in the channel once, with any number of clicks", async () => {
  const { ada } = environment;
  const costs = await answerTo(ada, `/db costs ${daysFromTo(27, 21)} by metric`, "Metric |");
  const before = (await ada.messages("databases")).filter(({ ephemeral }) => !ephemeral).length;
  await Promise.all([clickButton(costs, "Share"), clickButton(costs, "Share")]);
  await ada.waitForMessage("databases", "Shared in this channel");
  await clickButton(costs, "Share");
  const seen = await ada.messages("databases");
  const shared = seen.filter(({ ephemeral }) => !ephemeral).slice(before);
  expect(shared).toHaveLength(1);
  const [post] = shared;
  expect(shownText(post ?? costs)).toContain("Shared by Ada Park.");
  expect(buttonsOf(post ?? costs).map(({ text }) => text.text)).toEqual(["Look closer"]);
  // The word may be last, too.
  await ada.command("incidents", `/db costs ${daysFromTo(27, 21)} by metric share`);
  await ada.waitForMessage("incidents", "Shared by Ada Park.");
});

test("without the app in the channel, share says how to invite it, and is refused first for its own reason", async () => {
  await environment.ada.command("payments-private", `/db costs share ${daysFromTo(27, 21)}`);
  await environment.ada.waitForMessage("payments-private", "/invite @Quartermaster");
  const told = await answerTo(
    environment.ada,
    "/db costs share last week nothing-like-it",
    "as a date range or a service",
  );
  expect(told.ephemeral).toBe(true);
  await answerTo(environment.ada, "/db costs share last week in #incidents", "Leave the channel out");
});

test("if the key may not read costs, the answer names the missing right", async () => {
  await environment.faults({ kind: "status", status: 403, times: 1, match: { operation: "readUsageCost" } });
  const told = await answerTo(environment.ada, `/db costs ${daysFromTo(60, 60)}`, "(403)");
  expect(told.text).toContain("The key needs the right to read the organization's usage costs (billing)");
});

test("the answer about days before the first costs names the first day with costs", async () => {
  const told = await answerTo(
    environment.ada,
    `/db costs ${daysFromTo(140, 135)}`,
    "The first costs I can find are from",
  );
  expect(told.text).toContain(humanDays(daysAgo(100), daysAgo(100)));
  expect(buttonsOf(told).map(({ text }) => text.text)).toEqual([
    `Costs since ${humanDays(daysAgo(100), daysAgo(100))}`,
  ]);
});

test("a slow reading shows its progress and then its answer where it was asked", async () => {
  const { ada } = environment;
  const before = (await ada.messages("direct")).length;
  await ada.command("databases", `/db costs ${daysFromTo(280, 141)}`);
  await ada.waitForMessage("databases", /\d+ of \d+ parts, about \d+ s left/);
  await ada.waitForMessage("databases", "No costs from");
  expect(await ada.messages("direct")).toHaveLength(before);
});
