import { expect, test } from "vitest";
import { answerTo } from "../../../support/answer-to.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { blocksOf } from "../../../support/slack-message.ts";
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
  await answer("/db budget set 100 daily", "How much is used cannot be said just now.");
  await environment.ada.waitForMessage("direct", "The daily budget of 100 credits in");
  const list = await answer("/db budget list", "*1 budget*");
  expect(shownText(list)).toContain("The daily budget of 100 credits for all costs");
  await answer("/db budget remove 1", "is removed");
});

test("the answer to a new budget is visible only to the asker, and shows its rule and how much is used", async () => {
  const said = await answer("/db budget set 1,000,000 monthly in #databases", "is set");
  expect(said.ephemeral).toBe(true);
  expect(shownText(said)).toMatch(
    /^The monthly budget of 1,000,000 credits for all costs is set\. I post in <#C\w+> when 50, 80 and 100% are used/,
  );
  expect(shownText(said)).toMatch(/\*[\d,.]+ of 1,000,000 credits\* used in \w+ \d{4}: ░{10} 0%/);
  expect(shownText(said)).toMatch(/provisional: this may still change\. Months are calendar months in UTC\./);
  expect(await posts("monthly budget")).toEqual([]);
});

test("a budget that is already used up is posted at once, and only once", async () => {
  await answer(
    "/db budget set 2 weekly for web analytics",
    "All of it is used already: the channel is told so, once.",
  );
  const post = await environment.ada.waitForMessage(
    "databases",
    "The weekly budget of 2 credits for web analytics is exceeded",
  );
  expect(post.ephemeral).toBe(false);
  expect(shownText(post)).toContain("*What costs most*\n• Compute: ");
  // Setting it again causes a check, which finds nothing new.
  await answer("/db budget set 2 weekly web analytics", "is there already");
  await answer("/db budget set 3 weekly web analytics", "is set. It was 2 credits until now.");
  expect(await posts("weekly budget of")).toHaveLength(1);
});

test("the list shows how much of each budget is used, and a budget is removed by its button or its number", async () => {
  const list = await answer("/db budget list", "*2 budgets*");
  expect(shownText(list)).toMatch(
    /\*1\.\* The monthly budget of 1,000,000 credits for all costs, in <#C\w+>\n\*[\d,.]+ of/,
  );
  expect(shownText(list)).toContain("*2.* The weekly budget of 3 credits for *web analytics*");
  const [button] = blocksOf(list).flatMap((block) => (block["type"] === "actions" ? [block] : []));
  const [action] = actionIds(button);
  expect(action).toMatch(/^run:budget remove budget-/);
  await environment.ada.click(list, action ?? "");
  await environment.ada.waitForMessage(
    "databases",
    "To set it again, write there: `/db budget set 1000000 monthly`.",
  );
  await environment.ada.click(list, action ?? "");
  await environment.ada.waitForMessage("databases", "That budget is no longer there.");
  await answer("/db budget remove 1", "The weekly budget of 3 credits for *web analytics* is removed");
  await answer("/db budget list", "There are no budgets here yet.");
  // The same budget again gives no new post, because the channel has it already.
  await answer("/db budget set 2 weekly web analytics", "the channel is told so, once.");
  await answer("/db budget remove 1", "is removed");
  expect(await posts("weekly budget of")).toHaveLength(1);
});

function actionIds(block: Record<string, unknown> | undefined): string[] {
  return [...JSON.stringify(block ?? {}).matchAll(/"action_id":"([^"]+)"/g)].map(([, id = ""]) => id);
}

test.each([
  [
    "/db budget set 500 monthly web analitycs",
    "“web analitycs” is no service that I know. Did you mean “web analytics”?",
  ],
  ["/db budget set 500 monthly orders 2", "“orders 2” is no service that I know."],
  ["/db budget set monthly", "Say how many credits the budget has. Try `/db budget set 500 monthly`."],
  ["/db budget remove", "Say which, by its number in `/db budget list`: `/db budget remove 1`."],
  ["/db budget remove 7", "There is no budget “7”. There are no budgets."],
  ["/db budget sett 500", "I don't know `/db costs budget sett`. Did you mean `/db costs budget set`?"],
])("%s is refused with what to do", async (command, expected) => {
  expect((await answer(command, expected)).ephemeral).toBe(true);
});

test("a private channel that the app is not in cannot have a budget", async () => {
  await environment.ada.command("payments-private", "/db budget set 500");
  const said = await environment.ada.waitForMessage("payments-private", "/invite @Quartermaster");
  expect(shownText(said)).toContain("I cannot post in that channel: it is private, and I am not in it.");
});
