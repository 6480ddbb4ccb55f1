import type { Decimal } from "decimal.js";
import { type CreditPrice, formatCost, formatCredits } from "../../lib/money.ts";

// Costs on App Home. The title and the buttons are plain text, the rest is mrkdwn.

export const title = "Costs this month";
export const byService = "Costs this month";
export const lastSevenDays = "Last 7 days";

/** This month's costs, with a whole sentence about the change. */
export function month(
  {
    total,
    expected,
    price,
  }: { total: Decimal; expected: Decimal | undefined; price: CreditPrice | undefined },
  change: string,
): string {
  const forecast = expected === undefined ? "" : `, about ${formatCredits(expected, price)} by the end`;
  return `*${formatCost(total, price)}* so far this month${forecast}. ${change}`;
}

/** `why` is escaped already. */
export function unreadable(why: string): string {
  return `I can't read this month's costs. ${why}`;
}
