import { expect, test } from "vitest";
import { typing } from "../../ask/typing.ts";

const services = ["orders prod", "web analytics", "session cache"];
const type = (sentence: string) => typing({ services }).type(sentence);
const unknown = (name: string) =>
  `I don't know a service called “${name}”. You have orders prod, web analytics and session cache.`;

test.each(["orders prod is a mess, what can we do", "orders prod is a toy that we don't need"])(
  "what “%s” says of a thing isn't taken for a name",
  async (sentence) => expect(await type(sentence)).not.toContain("I don't know"),
);

test.each([
  ["cost of kafka-prod yesterday", 'costs yesterday "kafka-prod"'],
  ["costs of billing-legacy last week", 'costs last week "billing-legacy"'],
  ["costs of billing last week", 'costs last week "billing"'],
  ["what did billing cost last week", 'costs last week "billing"'],
  ["how much did billing-legacy cost last week", 'costs last week "billing-legacy"'],
  ["how much did web2 cost last week", 'costs last week "web2"'],
  ["what did zorblax cost last week?", 'costs last week "zorblax"'],
  ["costs for kafka-prod last month", 'costs last month "kafka-prod"'],
  ["spending in redis.cache last month", 'costs last month "redis.cache"'],
  ["spending on zorblax this month", 'costs this month "zorblax"'],
  ['what did "old thing" cost', 'costs "old thing"'],
  ["how much is payments2 costing us", 'costs "payments2"'],
  ["how much did we spend on kafka-prod last week", 'costs last week "kafka-prod"'],
  ["how much did the kafka-prod database cost", 'costs "kafka-prod"'],
  ["kafka-prod costs last week please", 'costs last week "kafka-prod"'],
  ["costs by metric for kafka_main", 'costs by metric "kafka_main"'],
  ["daily costs for kafka-prod", 'costs by day "kafka-prod"'],
  ["the costs of kafka-prod as a csv", 'costs csv "kafka-prod"'],
  ["cost of dev", 'costs "dev"'],
  ["cost of staging", 'costs "staging"'],
  ["cost of nightly", 'costs "nightly"'],
  ["nightly costs", 'costs "nightly"'],
  ["costs of dev last week", 'costs last week "dev"'],
  ["how much did staging cost yesterday", 'costs yesterday "staging"'],
  ["what did nightly cost", 'costs "nightly"'],
  ["staging costs last week", 'costs last week "staging"'],
  ["how much do we spend on dev", 'costs "dev"'],
  ["zorblax costs last week", 'costs last week "zorblax"'],
  ["costs of kpi store", 'costs "kpi store"'],
  ["what did ledger archive cost", 'costs "ledger archive"'],
])("“%s” is answered by the costs of that name, which only costs may know", async (typed, line) => {
  expect((await type(typed)).split(" = ").at(-1)).toBe(line);
});

test.each([
  ["backups of billing-legacy", "billing-legacy"],
  ["backups of billing", "billing"],
  ["backups of dev", "dev"],
  ["owner of dev", "dev"],
  ["budget of dev", "dev"],
  ["alerts for dev", "dev"],
  ["savings for dev", "dev"],
  ['backups for "old thing"', "old thing"],
  ["is kafka-prod backed up", "kafka-prod"],
  ["when was kafka-prod last backed up", "kafka-prod"],
  ["show me the backups for zorblax", "zorblax"],
  ["alerts for kafka-prod", "kafka-prod"],
  ["what's firing on kafka-prod", "kafka-prod"],
  ["is anything wrong with kafka-prod", "kafka-prod"],
  ["dashboards for kafka-prod", "kafka-prod"],
  ["who owns kafka-prod", "kafka-prod"],
  ["owner of kafka-prod", "kafka-prod"],
  ["who is the owner of zorblax", "zorblax"],
  ["budget of kafka-prod", "kafka-prod"],
  ["budgets for kafka-prod", "kafka-prod"],
  ["when does kafka-prod expire", "kafka-prod"],
  ["hours of kafka-prod", "kafka-prod"],
  ["savings for kafka-prod", "kafka-prod"],
  ["watch the backups of kafka-prod", "kafka-prod"],
  ["stop kafka-prod", "kafka-prod"],
  ["post a weekly cost report of kafka-prod", "kafka-prod"],
  ["who changed kafka-prod", "kafka-prod"],
  // A part of “orders prod” behind another word.
  ["costs of search prod last week", "search prod"],
])("“%s” stops at a name that isn't known, and never answers for all", async (typed, name) => {
  expect(await type(typed)).toContain(unknown(name));
});

test.each([
  ["set a budget of 100 credits for kafka-prod", '100 "kafka-prod"'],
  ["share the costs of kafka-prod", 'share "kafka-prod"'],
])("the card of “%s” has the name, so its button is refused", async (typed, words) => {
  expect(await type(typed)).toContain(words);
});

test.each([
  ["month-to-date costs", "costs"],
  ["year-on-year costs", "costs"],
  ["costs of storage by day", "costs"],
  ["who is on-call", "oncall"],
  ["costs of all our databases last week", "costs last week"],
  ["costs for the team last week", "costs"],
  ["backups of everything", "backups"],
  ["alerts of the last day", "alerts"],
])("“%s” names nothing", async (typed, begin) => {
  expect((await type(typed)).split(" = ").at(-1)).toMatch(new RegExp(`^(?:alerts )?${begin}`));
});

test.each([
  ["cost of dev", 'costs "reporting dev"'],
  ["backups of dev", 'backups "reporting dev"'],
  ["owner of dev", 'services owner "reporting dev"'],
  ["how much did staging cost yesterday", 'costs yesterday "orders staging"'],
  ["what did dev cost us last month", 'costs last month "reporting dev"'],
  ["costs of costs last week", 'costs last week "costs lab"'],
  ["when was the last backup of quiet?", 'backups "quiet lake"'],
])("“%s” is about the service with that word in its name", async (typed, line) => {
  const known = ["orders prod", "reporting dev", "orders staging", "costs lab", "quiet lake"];
  expect((await typing({ services: known }).type(typed)).split(" = ").at(-1)).toBe(line);
});

test.each(["our costs", "costs for the boss", "total costs", "what did everything cost"])(
  "“%s” is about all",
  async (typed) => {
    expect((await type(typed)).split(" = ").at(-1)).toBe("costs");
  },
);

test("“csv of costs” is about all of them, whatever service has that word in its name", async () => {
  const { type: typeBeside } = typing({ services: ["orders prod", "costs lab"] });
  expect((await typeBeside("csv of costs last week")).split(" = ").at(-1)).toBe("costs csv last week");
});

test("dashboards are searched for up to two words", async () => {
  expect((await type("is there any dashboard about consumer lag?")).split(" = ").at(-1)).toBe(
    'dashboards find "consumer lag"',
  );
});
