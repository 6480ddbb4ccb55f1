import { expect, test } from "vitest";
import * as texts from "../../../../src/features/costs/budget/texts.ts";
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
  ["", texts.problems.noAmount],
  ["monthly orders prod", texts.problems.noAmount],
  ["0", texts.problems.zero],
  ["-5 daily", texts.problems.negative("-5")],
  ["1.500,50", texts.problems.unreadable("1.500,50")],
  ["1,50", texts.problems.unreadable("1,50")],
  ["$500", texts.problems.money("$500")],
  ["0.005", texts.problems.tooFine("0.005")],
  ["2000000k", texts.problems.tooMany],
  ["500 daily weekly", texts.problems.twoPeriods("daily", "weekly")],
  ["500 yearly", texts.problems.otherPeriod("yearly")],
])("“%s” is refused with a reason and an example", (words, problem) => {
  expect(() => wantedBudgets(words)).toThrow(`${problem} ${texts.typedExample}`);
});

test("two channels are refused", () => {
  expect(() => wantedBudgets("500 in <#C1|a> in <#C2|b>")).toThrow("Name one channel only");
});
