import { expect, test } from "vitest";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { answers } from "../../../support/pressed.ts";
import { type SeenMessage, shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({
  // A Wednesday, because on a Monday morning hardly anything of a weekly budget is used.
  startsAt: "2026-11-18T12:00:00Z",
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});

const answer = (command: string, expected: string) => answerTo(environment.ada, command, expected);

/** The posts in the channel with this text that are visible to all. */
async function posts(expected: string): Promise<SeenMessage[]> {
  const messages = await environment.ada.messages("databases");
  return messages.filter((message) => !message.ephemeral && shownText(message).includes(expected));
}

test("a budget is set even if costs cannot be read", async () => {
  const refused = { kind: "status", status: 403, times: 20, match: { operation: "readUsageCost" } };
  await environment.faults(refused);
  await answer("/db costs budget set 100 daily", "I couldn't read how much is used.");
  await environment.ada.waitForMessage("direct", "The daily budget of 100 credits in");
  const list = await answer("/db costs budget list", "*1 budget*");
  expect(shownText(list)).toContain("Daily budget of 100 credits for all costs");
  await answer("/db costs budget remove 1", "Removed the");
});

test("the answer to a new budget is visible only to the asker, and shows its rule and how much is used", async () => {
  const said = await answer("/db costs budget set 1,000,000 monthly in #databases", "Set a");
  expect(said.ephemeral).toBe(true);
  expect(shownText(said)).toMatch(/\*[\d,.]+ of 1,000,000 credits\* used in \w+ \d{4}: ░{10} 0%/);
  expect(await posts("monthly budget")).toEqual([]);
});

test("a budget that is already used up is posted at once, and only once", async () => {
  await answer("/db costs budget set 2 weekly for web analytics", "Already over budget. I've posted in <#");
  const post = await environment.ada.waitForMessage(
    "databases",
    "Over budget: weekly budget of 2 credits for web analytics",
  );
  expect(post.ephemeral).toBe(false);
  expect(shownText(post)).toContain("*What costs most*\n• Compute: ");
  // Setting it again causes a check, which finds nothing new.
  await answer("/db costs budget set 2 weekly web analytics", "You already have the");
  await answer("/db costs budget set 3 weekly web analytics", "It was 2 credits.");
  expect(await posts("weekly budget of")).toHaveLength(1);
});

test("the list shows how much of each budget is used, and a budget is removed by its button or its number", async () => {
  const which = await answer("/db costs budget remove", "*Which budget?*");
  expect(shownText(which)).toContain("*2 budgets*");
  expect(JSON.stringify(which.blocks)).toContain("budgets_remove");
  const list = await answer("/db costs budget list", "*2 budgets*");
  expect(shownText(list)).toContain("*2.* Weekly budget of 3 credits for *web analytics*");
  const [id = ""] = /budget-[0-9a-f]+/.exec(JSON.stringify(list.blocks)) ?? [];
  const action = answers("budgets_remove", { id });
  await environment.ada.click(list, action);
  await environment.ada.waitForMessage(
    "databases",
    "To set it again, run this there: `/db costs budget set 1000000 monthly`",
  );
  await environment.ada.click(list, action);
  await environment.ada.waitForMessage("databases", "This budget was removed already.");
  await answer("/db costs budget remove 2", "Removed the weekly budget of 3 credits for *web analytics*");
  await answer("/db costs budget list", "No budgets yet.");
  await answer("/db costs budget remove", "No budgets yet.");
  // The same budget again gives no new post, because the channel has it already.
  await answer("/db costs budget set 2 weekly web analytics", "I've posted in <#");
  await answer("/db costs budget remove 1", "Removed the");
  expect(await posts("weekly budget of")).toHaveLength(1);
});

test.each([
  ["set 500 monthly web analitycs", "Did you mean “web analytics”?"],
  ["remove 7", "I can't find budget “7”."],
])("“costs budget %s” is refused with what to do", async (words, expected) => {
  expect((await answer(`/db costs budget ${words}`, expected)).ephemeral).toBe(true);
});

test("a private channel that the app is not in cannot have a budget", async () => {
  await environment.ada.command("payments-private", "/db costs budget set 500");
  const said = await environment.ada.waitForMessage("payments-private", "/invite @Quartermaster");
  expect(shownText(said)).toContain("I can't post in that channel: it's private, and I'm not in it.");
});
