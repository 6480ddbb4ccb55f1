import { expect, test } from "vitest";
import { meantBy } from "../../ask/reading.ts";

test.each([
  ["which alerts has nobody picked up yet", "alerts unacknowledged"],
  ["which alerts on users eu has someone acked already", 'alerts "users eu" acknowledged'],
  ["what's still on me, alert wise", "alerts mine"],
  ["who takes over from me at 8", "alerts oncall"],
  ["hi, i'm new, what databases do we have?", "services"],
  ["anything weird in our spend the last 30 days?", "costs anomalies last 30 days"],
  ["stop dming me cost reports", "costs schedule stop mine"],
  [
    "how much are payments-eu and inventory burning this month",
    'costs this month "payments-eu" + costs this month "inventory"',
  ],
  ["need october as csv per team for the close", "costs csv october by team"],
])("no small word of “%s” is lost", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test.each([
  ["pause night watch, don't delete it", 'alerts hooks pause "night watch"'],
  ["shut sandbox ml down but don't delete anything", 'services stop "sandbox ml"'],
  ["stop billing but don't stop inventory", "not clear"],
  ["stop billing but don't stop it", "not clear"],
  ["stop all services but don't delete them", "not clear"],
])("“%s” is done as far as nothing of it forbids it", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test("what ends something is never answered by the form for something new", () => {
  expect(meantBy("get rid of the preset nightly big")).toBe("unknown: preset nightly big");
  expect(meantBy("get rid of the preset")).toBe("not clear");
});

test("of two roles in a sentence, none is lost", () => {
  expect(meantBy("sam shouldn't be admin any more, just viewer")).toContain("grant <@U02SAM> viewer");
  expect(meantBy("sam should be admin, not just viewer")).toBe("left out: viewer");
});

test.each([
  ["pause the datadog hook", "hook datadog"],
  ["rotate the key of the bigquery connection", "connection bigquery"],
  ["is clickhouse-7 running?", "service clickhouse-7"],
  ["restore customers-db from yesterday", "service customers-db"],
  ["create risk from the prod preset", "preset prod"],
  ["new db depot stats from the gpu large preset", "preset gpu large"],
  ["who touched mailer in the last 3 days", "service mailer"],
])("“%s” has a name that isn't known", (sentence, name) => {
  expect(meantBy(sentence)).toBe(`unknown: ${name}`);
});

test.each([
  ["don't ack disk full, only snooze it for an hour", 'alerts snooze "disk full" 1 hour'],
  ["dont mute high cpu, just snooze it 2h", 'alerts snooze "high cpu" 2h'],
  ["backups and open alerts of orders prod", 'backups "orders prod" + alerts "orders prod"'],
])("“%s” says once what it is about", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test.each(["stop billing no wait don't", "delete costs lab, never mind", "mute disk full. no, don't"])(
  "“%s” is taken back",
  (sentence) => {
    expect(meantBy(sentence)).toBe("not clear");
  },
);

test.each([
  ["make me a token called notebook that can propose things", 'admin tokens create "notebook" propose'],
  ["help, i dropped a table in orders prod, how do i get a backup back", 'backups "orders prod"'],
  ["sam left the company, erase him", "admin people erase <@U02SAM>"],
  ["did users eu get pricier than last month?", 'costs this month vs last month "users eu"'],
  ["oct vs sep costs by team pls", "costs oct vs sep by team"],
  ["all open alerts exept the ones on billing", "alerts"],
  // The command knows more names, and says that it doesn't know this one.
  ["what did warehouse cost us last month", 'costs last month "warehouse"'],
])("“%s” is read as what it asks for", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test.each(["same for pager", "and for pager?"])("“%s” is about the other hook", (sentence) => {
  expect(meantBy(sentence, "/db alerts oncall checkout")).toBe('alerts oncall "pager"');
});

test("a role is taken from its person, and isn't an alert", () => {
  expect(meantBy("make @mira an operator and take the role from @kenji")).not.toContain("ack");
});

test("the setup is there, and who speaks of it makes nothing", () => {
  expect(
    meantBy("something in the setup is broken i think, can you check slack and the hooks"),
  ).not.toContain("create");
});

test("who needs to sleep asks for no hours", () => {
  expect(meantBy("hush all alerts till 6:30, i need to sleep")).not.toContain("hours");
});

test("what stays and what stops at once is unclear", () => {
  expect(meantBy("stop events but keep it running")).toBe("not clear");
  expect(meantBy("start inventory but keep it stopped")).toBe("not clear");
});

test("a change that is said in two clauses is one", () => {
  expect(meantBy("web analytics should sleep at night, it should be up from 6:00 till 22:00")).toBe(
    "left out: at night",
  );
});

test.each([
  ["same for orders prod but 24h", 'backups watch "orders prod" <#C02DATABASES> max-age 1d'],
  ["sorry not eu, i meant users us", 'backups watch "users us" <#C02DATABASES> max-age 30h'],
])("“%s” changes what was set before, and goes to the same channel", (sentence, line) => {
  expect(meantBy(sentence, "/db backups watch users eu #databases max-age 30h")).toBe(line);
});

test("“bring it back up” starts it, and asks for no backup", () => {
  expect(meantBy("argh no, bring it back up", "/db services stop daily etl")).toBe(
    'services start "daily etl"',
  );
  expect(meantBy("is there a backup of billing")).toBe('backups "billing"');
});

test("a word of two parts isn't a mistyped name", () => {
  expect(meantBy("give the setup a check-up")).toBe("admin doctor");
});

test("what is said before a wish isn't one", () => {
  expect(meantBy("wait no, start it again", "/db services stop sandbox ml")).toBe(
    'services start "sandbox ml"',
  );
  expect(meantBy("post them all again", "/db alerts undelivered")).toBe("alerts undelivered replay all");
});
