import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { budget } from "../../../../src/features/costs/budget/command.ts";
import * as texts from "../../../../src/features/costs/budget/texts.ts";

function read(words: string) {
  const reading = budget.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

async function refusalOf(words: string): Promise<string> {
  const reading = budget.read(words);
  if ("problem" in reading) return reading.problem;
  const { run } = reading;
  return Promise.resolve()
    .then(() => Reflect.apply(run, undefined, []))
    .then(
      () => "nothing",
      (error: unknown) => String(error),
    );
}

test.each([
  ["500", { credits: 500 }],
  ["500 monthly in <#C1|databases>", { credits: 500, every: "monthly", channel: "C1" }],
  [
    "weekly 1,500.50 credits for orders prod <#C1>",
    { credits: 1500.5, every: "weekly", service: "orders prod", channel: "C1" },
  ],
  [
    "<#C1|databases> orders prod 2k a day",
    { credits: 2000, every: "daily", service: "orders prod", channel: "C1" },
  ],
  ["1.5K/month orders prod", { credits: 1500, every: "monthly", service: "orders prod" }],
  ["500 /week", { credits: 500, every: "weekly" }],
  ["monthly “weekly reports” 500", { credits: 500, every: "monthly", service: "weekly reports" }],
  ["+20 every week", { credits: 20, every: "weekly" }],
  [
    "500 monthly, for orders prod in <#C1>",
    { credits: 500, every: "monthly", service: "orders prod", channel: "C1" },
  ],
  ["500 daily-etl", { credits: 500, service: "daily-etl" }],
  ["500 daily daily-etl", { credits: 500, every: "daily", service: "daily-etl" }],
  ["500 yearly-report", { credits: 500, service: "yearly-report" }],
  ["500 credit-check", { credits: 500, service: "credit-check" }],
  ["500 credits credit-check", { credits: 500, service: "credit-check" }],
  ["500 for on-call", { credits: 500, service: "on-call" }],
  ["500 sign-in", { credits: 500, service: "sign-in" }],
  ["800 monthly team payments", { credits: 800, every: "monthly", team: "payments" }],
  ["for the team “data platform” 800", { credits: 800, team: "data platform" }],
  ["800 team <!subteam^S1|@dba> weekly", { credits: 800, every: "weekly", team: "<!subteam^S1|@dba>" }],
  ['800 "team room"', { credits: 800, service: "team room" }],
  ['800 "the team room"', { credits: 800, service: "the team room" }],
  ['800 "etl/day" monthly', { credits: 800, every: "monthly", service: "etl/day" }],
  ["5 team payments orders prod", { credits: 5, team: "payments", service: "orders prod" }],
  // What buttons of earlier versions hold.
  ['123.5 monthly "0b6f1f0c-6a0e"', { credits: 123.5, every: "monthly", service: "0b6f1f0c-6a0e" }],
])("“set %s” sets a budget", (words, args) => {
  const { entry, args: found } = read(`set ${words}`);
  expect([entry.name, found]).toEqual(["budgets_set", args]);
});

test.each([
  ["500 monthly orders 2", 500, "orders 2"],
  ["orders 2 daily 500 credits", 500, "orders 2"],
  ["orders 2 daily 500", 2, "orders 500"],
  ["500 shop 0", 500, "shop 0"],
])(
  "of several numbers, the first or the one before “credits” is likeliest: %s",
  (words, credits, service) => {
    expect(read(`set ${words}`).args).toMatchObject({ credits, service });
  },
);

test.each([
  ["", texts.problems.noAmount],
  ["monthly orders prod", texts.problems.noAmount],
  ["0", texts.problems.zero],
  ["-5 daily", texts.problems.negative("-5")],
  ["1.500,50", texts.problems.unreadable("1.500,50")],
  ["1,50", texts.problems.unreadable("1,50")],
  ["$500", texts.problems.money("$500")],
  ["0.005", texts.problems.tooFine("0.005")],
  ["1.200 monthly", texts.problems.tooFine("1.200")],
  ["2000000k", texts.problems.tooMany],
  ["500 daily weekly", texts.problems.twoPeriods("daily", "weekly")],
  ["500 yearly", texts.problems.otherPeriod("yearly")],
])("“set %s” is refused with a reason and an example", async (words, problem) => {
  expect(await refusalOf(`set ${words}`)).toContain(`${problem} ${texts.typedExample}`);
});

test.each([
  ["set 500 in <#C1|a> in <#C2|b>", "Name one channel only"],
  ['set 500 2 "orders"', "I don't understand “2”."],
  ["remove 0", "The first one has number 1."],
])("“%s” is refused with a reason", async (words, problem) => {
  expect(await refusalOf(words)).toContain(problem);
});

test.each([
  ["", "budgets_list", {}],
  ["LIST", "budgets_list", {}],
  ["list 11", "budgets_list", { from: 11 }],
  ["remove", "budgets_remove", {}],
  ["remove 2", "budgets_remove", { number: 2 }],
  ["remove #2", "budgets_remove", { number: 2 }],
  // What buttons of earlier versions hold.
  ["remove budget-0123456789abcdef", "budgets_remove", { id: "budget-0123456789abcdef" }],
])("“%s” is read", (words, name, args) => {
  const { entry, args: found } = read(words);
  expect([entry.name, found]).toEqual([name, args]);
});

test.each([
  ["lists", "Did you mean `/db costs budget list`?"],
  ["frobnicate", texts.help.hint],
])("the unknown word %s is refused with what to do", (words, help) => {
  expect(budget.read(words)).toEqual({ problem: `I don't know \`/db costs budget ${words}\`. ${help}` });
});

test.each([0, 0.005, 1e10, 1e-9])("a program's amount of %d is refused as a person's is", (amount) => {
  const value = JSON.stringify({ call: "budgets_set", args: { credits: amount } });
  const reading = product.readCommand(value);
  expect("reply" in reading && reading.reply.text).toContain("/db costs budget set 500 monthly");
});
