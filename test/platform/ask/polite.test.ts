import { expect, test } from "vitest";
import { typing } from "../../ask/typing.ts";

const type = (sentence: string) => typing({ services: ["orders prod", "web analytics"] }).type(sentence);

test.each([
  "thanks!",
  "Thank you so much",
  "thx",
  "ok thanks",
  "great, thanks",
  "Danke!",
  "cheers",
  "nice work",
])("“%s” gets a kind word", async (sentence) => {
  expect(await type(sentence)).toContain("You're welcome");
});

test.each(["good morning", "hi there", "Hello!", "hey team", "🙂", "🚀🚀🚀", ":+1:", "👍🏽", "…"])(
  "“%s” gets a greeting with an example",
  async (sentence) => {
    expect(await type(sentence)).toContain("Hello! Ask me about costs");
  },
);

test.each([
  ["post the weekly costs in #finances", "Type # and choose it from Slack's list"],
  ["book a meeting room", "I can't do that."],
  ["UPDATE users SET admin = true", "I can't do that."],
  ["select * from orders where id = 4", "I can't do that."],
  ["delete from orders", "I can't do that."],
])("“%s” gets an answer that doesn't mislead", async (sentence, answer) => {
  expect(await type(sentence)).toContain(answer);
});

test("a question about the pager doesn't get a month's page", async () => {
  expect(await type("whos got the pager this weekend")).not.toContain("costs month");
});

test("channels and groups in a card are shown by name, and not as Slack's codes", async () => {
  const card = await type("add a rule to the checkout hook: severity critical to <#C0INCIDEN1|incidents>");
  expect(card).toContain("add severity critical to <#C0INCIDEN1>?");
  expect(card).toContain("add severity critical to` <#C0INCIDEN1>");
  expect(card).not.toContain("|incidents>");
});
