import { expect, test } from "vitest";
import { wantedBudgets } from "../../../../src/features/costs/budget/read-words.ts";

function read(words: string): string {
  return wantedBudgets(words)
    .map(({ credits, every, service, channelId = "-" }) =>
      [credits.toFixed(), every, service, channelId].join("|"),
    )
    .join(" or ");
}

test.each([
  ["500", "500|monthly||-"],
  ["500 monthly in <#C1|databases>", "500|monthly||C1"],
  ["weekly 1,500.50 credits for orders prod <#C1>", "1500.5|weekly|orders prod|C1"],
  ["<#C1|databases> orders prod 2k a day", "2000|daily|orders prod|C1"],
  ["1.5K/month orders prod", "1500|monthly|orders prod|-"],
  ["monthly “weekly reports” 500", "500|monthly|weekly reports|-"],
  ["+20 every week", "20|weekly||-"],
  ["500 monthly, for orders prod in <#C1>", "500|monthly|orders prod|C1"],
  ["500 daily-etl", "500|monthly|daily-etl|-"],
  ["500 daily daily-etl", "500|daily|daily-etl|-"],
  ["500 yearly-report", "500|monthly|yearly-report|-"],
  ["500 credit-check", "500|monthly|credit-check|-"],
  ["500 credits credit-check", "500|monthly|credit-check|-"],
  ["500 for on-call", "500|monthly|on-call|-"],
  ["500 sign-in", "500|monthly|sign-in|-"],
])("“%s” is read as %s", (words, expected) => {
  expect(read(words)).toBe(expected);
});

test("a number may be part of a name, so each one is tried, first the one before “credits”", () => {
  expect(read("500 monthly orders 2")).toBe("500|monthly|orders 2|- or 2|monthly|500 orders|-");
  expect(read("orders 2 daily 500 credits")).toBe("500|daily|orders 2|- or 2|daily|orders 500 credits|-");
  expect(read("500 shop 0")).toBe("500|monthly|shop 0|-");
});

test.each([
  ["", "Say how many credits the budget has."],
  ["monthly orders prod", "Say how many credits the budget has."],
  ["0", "A budget of 0 would be used up at once. It is above 0."],
  ["-5 daily", "“-5” is negative. A budget is above 0."],
  ["1.500,50", "“1.500,50” cannot be read as an amount. Write it like 500, 1,500.50 or 2k."],
  ["1,50", "“1,50” cannot be read as an amount. Write it like 500, 1,500.50 or 2k."],
  ["$500", "“$500” is money, and budgets are in credits, as the cloud counts costs."],
  ["0.005", "“0.005” is too fine: a budget has two decimals at most."],
  ["2000000k", "A budget has at most a thousand million credits."],
  ["500 daily weekly", "A budget is either daily or weekly."],
  ["500 yearly", "“yearly” is not offered: a budget is daily, weekly or monthly."],
])("“%s” is refused with a reason and an example", (words, problem) => {
  expect(() => wantedBudgets(words)).toThrow(`${problem} Try \`/db budget set 500 monthly\`.`);
});

test("two channels are refused", () => {
  expect(() => wantedBudgets("500 in <#C1|a> in <#C2|b>")).toThrow("Name one channel only");
});
