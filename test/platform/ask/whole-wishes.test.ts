import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { nameIndex } from "../../../src/platform/ask/names.ts";
import { readSentence } from "../../../src/platform/ask/read.ts";
import { meantBy, read } from "../../ask/reading.ts";

test.each([
  ["stop posting the audit log in #audit", "admin audit mirror off"],
  ["don't post the audit log in #audit any more", "admin audit mirror off"],
  ["no more hours for users eu", 'services hours "users eu" off'],
  ["inventory doesn't need fixed hours anymore, please remove them", 'services hours "inventory" off'],
  ["take users us off the list, don't delete it", 'services forget "users us"'],
])("“%s” ends what it names, and begins and deletes nothing", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test.each([
  ["if demo alerts can't post to its own channel use #alerts", "#C01ALERTS"],
  ["grafana-prod should go to #night when its own channel doesnt work", "#C04NIGHT"],
])("“%s” tells when, and ends nothing", (sentence, channel) => {
  expect(meantBy(sentence)).toContain(channel);
});

test("new hours of a service keep their days and their time zone", () => {
  expect(
    meantBy(
      "actually make that 8 til 6",
      '/db services hours "sandbox ml" 09:00-18:00 Mon-Fri Europe/London',
    ),
  ).toBe('services hours "sandbox ml" 8-6 Mon-Fri Europe/London');
  expect(
    meantBy("actually make that weekends", '/db services hours "sandbox ml" 09:00-18:00 Mon-Fri'),
  ).not.toContain("Mon-Fri");
});

test("what must not end gets no end", () => {
  expect(meantBy("sandbox ml must not end on friday after all")).toBe("left out: on friday");
});

test.each([
  ["mirror the audit log to #audit, not #alerts", "admin audit mirror <#C05AUDIT>"],
  ["make kenji the owner of inventory, not sam", 'services owner "inventory" <@U04KENJI>'],
  ["weekly cost report to me, not to #finance", "left out: not to #finance"],
  ["costs in august, no file, just show me", "costs august"],
])("in “%s”, what is said not to be is no value", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test("“weekdays only” is only heeded by a value", () => {
  expect(meantBy("budget of 90 a day for daily etl, weekdays only")).toBe("left out: weekdays");
});

test.each([
  [
    "keep events for good and bump it to 4 replicas",
    ['services expires "events" never', 'services change "events" replicas=4'],
  ],
  ["costs last week and were there any unusual days in it", ["costs last week", "costs anomalies last week"]],
  ["who is on call, and is anything open right now?", ["alerts oncall", "alerts"]],
  ["start events and put ada as owner", ['services start "events"', 'services owner "events" <@U01ADA>']],
  [
    "make mira admin and take sams role away",
    ["admin access grant <@U03MIRA> admin", "admin access revoke <@U02SAM>"],
  ],
])("“%s” is two wishes, and none is lost", (sentence, lines) => {
  expect(meantBy(sentence)).toBe(lines.join(" + "));
});

test("who is asking again wants nothing read again", () => {
  expect(meantBy("costs per team this month pls finance is asking again")).toBe("costs this month by team");
});

test.each([
  ["create geo from preset tiny prod", "preset tiny prod"],
  ["stop kyc store", "service kyc store"],
  ["who looks after loyalty cards?", "service loyalty"],
])("“%s” has a name that isn't known", (sentence, name) => {
  expect(meantBy(sentence)).toBe(`unknown: ${name}`);
});

test.each([
  ["show me the dashboard finance kpis", 'dashboards show "finance kpis"'],
  ["open the dashboard load shedding", 'dashboards show "load shedding"'],
])("“%s” asks the server for that name, uncorrected", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test.each([
  ["create mlops not from a preset in ireland", "mlops"],
  ["i need a service loadtest on gcp size m", "loadtest"],
])("in “%s” the new service is called %s", (sentence, name) => {
  expect(meantBy(sentence)).toContain(`create "${name}"`);
});

test("“make it” changes what was said, and asks for nothing new", () => {
  expect(meantBy("no wait, make that two weeks", "/db services expires costs lab 7d")).toBe(
    'services expires "costs lab" 2 weeks',
  );
});

test("a backup that is wanted now is beyond what a command does", () => {
  expect(meantBy("back up payments-eu right now")).toBe("not clear");
});

test("“after 10 minutes” is all said by the number", () => {
  expect(meantBy("escalate checkout to @oncall after 10 minutes")).toBe(
    'alerts hooks escalate "checkout" <!subteam^S01ONCALL> after 10',
  );
});

test.each([
  ["when does daily etl end and who owns it", ['services expires "daily etl"', 'services owner "daily etl"']],
  ["list the services and the open alerts", ["services", "alerts"]],
  ["show backups of daily etl and of events", ['backups "daily etl"', 'backups "events"']],
])("“%s” is answered in both halves", (sentence, lines) => {
  expect(meantBy(sentence)).toBe(lines.join(" + "));
});

test.each(["turn billing off but it has to keep running", "delete billing but keep all of it running"])(
  "“%s” is contrary to itself, so it asks",
  (sentence) => {
    expect(meantBy(sentence)).toBe("not clear");
  },
);

test.each([
  [
    "hours for inventory 7:00 to 20:00, no weekends, berlin time",
    'services hours "inventory" 7:00-20:00 Mon-Fri berlin',
  ],
  ["don't let inventory expire", 'services expires "inventory" never'],
  ["what are we spending on everything except events this month", "costs this month"],
  ["show this week by team", "costs this week by team"],
  ["i don't want the monday digest anymore", "services owner digest off"],
  ["3 replicas for payments-eu please", 'services change "payments-eu" replicas=3'],
  ["new token risk-bot, read only", 'admin tokens create "risk-bot" read'],
])("“%s” keeps its days, its end and its numbers", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test("what a person is told to do is no command: they can sleep", () => {
  expect(meantBy("stop daily etl and costs lab, they can sleep even if i cant")).toBe("not clear");
});

test("a name ends before “but only at night” and “until friday”", () => {
  expect(meantBy("mute disk full but only at night")).toBe("left out: at night");
  expect(meantBy("I need a ci throwaway named build 77 until friday")).toContain('create "build 77" from');
});

test("“from gpu large” is a preset that isn't known, and no size", () => {
  expect(meantBy("create perf lab from gpu large")).toBe("unknown: preset gpu large");
});

test.each([
  ["start events and stop events"],
  ["pause checkout but keep posting its alerts"],
  ["the numbers in my report look wrong, can you have a look?"],
  ["please stop marketing db, nobody uses it"],
  ["do what we did last time"],
])("“%s” is answered with a question", (sentence) => {
  expect(meantBy(sentence)).toMatch(/^(?:not clear|left out: .*)$/);
});

test.each([
  [
    "when a checkout alert gets worse only tell the thread, not the channel",
    'alerts hooks broadcast "checkout" off',
  ],
  ["snooze disk full 3 hrs", 'alerts snooze "disk full" 3 hrs'],
  ["biling costs lst month?", 'costs last month "billing"'],
  ["stop events and start paymets-eu", 'services stop "events" + services start "payments-eu"'],
  ["is everything set up correctly in here?", "admin doctor"],
  ["what did forecasting cost us in october", "unknown: service forecasting"],
  ["take costs lab off our list but leave it running", 'services forget "costs lab"'],
  ["show the dashboard kafka lag", 'dashboards show "kafka lag"'],
  ["hold disk pressure back until 18:30", 'alerts snooze "disk pressure" until 18:30'],
])("no word of “%s” is taken for another", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test("“not by day, by service” goes on with the costs", () => {
  expect(meantBy("not by day, by service", "/db costs last month by day")).toBe(
    "costs last month by service",
  );
});

test.each([
  ["bump events to 4 replicas, hmm no, 5", 'services change "events" replicas=5'],
  ["stop billing, eh sorry i mean inventory", 'services stop "inventory"'],
  ["delete sandbox ml. actually no, only stop it", 'services stop "sandbox ml"'],
  ["costs for october, no wait, september, by metric", "costs september by metric"],
])("“%s” means what it was corrected to", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test.each([
  ["costs this wk w/o sandbox ml", "costs this week"],
  ["ack 2 and snooze 3 for half an hr", "alerts ack 2 + alerts snooze 3 30 minutes"],
  ["i'll take the first, snooze the second 2h", "alerts ack 1 + alerts snooze 2 2h"],
  ["sandbox ml: dont delete, just stop", 'services stop "sandbox ml"'],
  ["start users us + users eu", 'services start "users us" + services start "users eu"'],
  ["cost spikes, orders prod, last 30 d", 'costs anomalies last 30 days "orders prod"'],
  ["keep web analytics until friday week", 'services expires "web analytics" friday week'],
  ["who has the rotation tonight", "alerts oncall"],
  ["nothing from hook demo alerts for now, but dont delete it", 'alerts hooks pause "demo alerts"'],
  ["take a full bkp of billing now", "not clear"],
])("“%s” is short, and read in full", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test("a change until something happens says that it doesn't heed that", () => {
  expect(meantBy("pause night watch til i've figured out what it's at")).toContain("left out: till");
  expect(meantBy("hush demo alerts completely till i say otherwise")).toBe(
    'alerts hooks pause "demo alerts"',
  );
});

test.each([
  ["check whether everything is set up properly", "admin doctor"],
  ["whats the forecast for this month", "costs month this month"],
  ["don't make sam an admin, just viewer", "admin access grant <@U02SAM> viewer"],
  ["don't mute disk full, snooze it", 'alerts snooze "disk full"'],
  [
    "a small one in ireland with two replicas, call it reports. it's a new database",
    'create "reports" region=ireland size=S replicas=2',
  ],
  ["please create for me cart-br in ireland", 'create "cart-br" region=ireland'],
  ["costs by team last month, I need it for the planning meeting", "costs last month by team"],
  ["how much will it be at the end of this month", "costs this month"],
  ["snooze the disk full alert till 7 in the morning", 'alerts snooze "disk full" until 7:00'],
  ["mute replication lag its junk", "left out: junk"],
  ["right, start events", 'services start "events"'],
  ["new db churn scores 16 gigs in frankfurt", 'create "churn scores" region=frankfurt memory=16'],
  ["whos on call n whats still open on orders prod", 'alerts oncall + alerts "orders prod"'],
  ["create a service iberia test from the preset medium staging", "unknown: preset medium staging"],
])("“%s” asks for that and for nothing else", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test.each([
  [
    "Revoke Mira's access and make Ada an admin instead",
    "admin access revoke <@U03MIRA> + admin access grant <@U01ADA> admin",
  ],
  ["what did inventory run us last week", 'costs last week "inventory"'],
  ["snooze the disk full alert until 6:30 this evening", 'alerts snooze "disk full" until 18:30'],
  ["We still need sandbox ml, it shouldn't expire at all", 'services expires "sandbox ml" never'],
  [
    "cost report into #finance every friday, and a budget of 2000 a month for everything",
    "costs schedule every friday <#C03FINANCE> + costs budget set 2000 monthly",
  ],
  ["start orders staging", "unknown: service orders staging"],
  ["events has no owner now, kenji moved", "left out: no"],
  ["Don't give me the whole bill, just events for last week", 'costs last week "events"'],
  ["who is on call, and are there open alerts?", "alerts oncall + alerts"],
  ["who's oncall for pager", 'alerts oncall "pager"'],
])("“%s” is about whom and what it says", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test.each([
  [
    "take the role from @oncall and make kenji operator",
    "admin access revoke <!subteam^S01ONCALL> + admin access grant <@U04KENJI> operator",
  ],
  [
    "nobody, not even admins, may create something over 800 credits a month",
    "admin approvals deny price over 800 credits a month",
  ],
  ["block new dbs when the team is over budget", "admin approvals deny team over budget"],
  ["is quartermaster itself set up ok", "admin doctor"],
  ["dont mute disk full, just give me 2 hrs", "not clear"],
  ["delete sandbox ml but keep it", "not clear"],
  // The command knows more names, and says that it doesn't know this one.
  ["how much was the warehouse db last week", 'costs last week "warehouse"'],
  ["was there any day in the last 90 days where costs went crazy", "costs anomalies last 90 days"],
  ["can you make the database faster", "not clear"],
])("“%s” does and forbids what it says", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test("what a new service should not have is said", () => {
  expect(read("set up reports ro on gcp, 8gb, not in the us").leftOut).toEqual(["not in the us"]);
});

test("what was given is taken back from the same person", () => {
  expect(meantBy("now take it back", "/db admin access grant @kenji operator")).toBe(
    "admin access revoke <@U04KENJI>",
  );
});

test("“for the night” is one night, and no hours", () => {
  expect(meantBy("stop daily etl for the night")).not.toContain("hours");
});

test("a word that a name has is no abbreviation", () => {
  const { phrasebook, readCommand } = product;
  const names = nameIndex([{ kind: "service", name: "crm svc", value: "crm svc" }]);
  const parts = { phrasebook: phrasebook(), names, today: new Date("2026-11-25"), readCommand };
  expect(readSentence("what did crm svc cost last wk", parts).meanings[0]?.line).toBe(
    'costs last week "crm svc"',
  );
});

test("a number that takes no other's place corrects nothing", () => {
  expect(meantBy("stop billing, no wait, 5")).toBe("not clear");
  expect(meantBy("set a budget of 300 for events in 2 weeks, hmm no, 5")).not.toContain("in 5");
});

test("what ends a watch doesn't undo a start", () => {
  expect(meantBy("stop watching the backups of events and start events")).toBe(
    'backups watch stop "events" + services start "events"',
  );
});

test.each([
  ["mute the slow queries alert, dont just snooze it", 'alerts mute "slow queries"'],
  ["don't ack cpu high, just snooze it an hour", 'alerts snooze "cpu high" 1 hour'],
  ["snooze cpu high half an hour", 'alerts snooze "cpu high" 30 minutes'],
  ["hand payments-eu over to @mira, team live ops", "left out: ops"],
  ["events belongs to team informatics", 'services owner "events" team "informatics"'],
  ["events belongs to team growth now", 'services owner "events" team "growth"'],
])("no word of “%s” is lost at its end", (sentence, line) => {
  expect(meantBy(sentence)).toBe(line);
});

test("a word behind a team is no part of its name", () => {
  expect(
    read("give events to team growth tomorrow")
      .meanings.map(({ line }) => line)
      .join(),
  ).not.toContain("growth tomorrow");
});
