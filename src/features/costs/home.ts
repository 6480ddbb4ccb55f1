import { defaultNameOf } from "../connections/index.ts";
import { header, section } from "../../platform/blocks/text.ts";
import { setTimeout } from "node:timers/promises";
import { explain } from "../../platform/blocks/explain.ts";
import type { CostsContext } from "./context.ts";
import { formatTotalChange } from "./answer/notes.ts";
import { forecastSpan, readMonthForecast } from "./forecast.ts";
import { parseCostRange } from "../../lib/period/range.ts";
import { summarizeCosts } from "./summary.ts";
import { AppError } from "../../lib/errors.ts";
import { utcDay } from "../../lib/day.ts";
import { formatCredits } from "../../lib/money.ts";
import { type HomeSection, row } from "../../platform/slack/home.ts";

/** App Home's section with this month's costs; it stays empty until they are known. */
export const monthOnHome: HomeSection<CostsContext> = {
  name: "month",
  rank: 60,
  draw: async () => [],
  async drawLater({ offer }, context) {
    const all = await context.connections.list();
    const month =
      all.length === 0 ? undefined : await formatMonth(await defaultNameOf(context.connections), context);
    if (month === undefined) return [];
    return [header("Costs this month"), section(month), ...row(offer("By service", "costs this month"))];
  },
};

/** Reading continues after this wait, so the costs are there when Home is opened again. */
const longestWaitMs = 20_000;

/** This month's costs, forecast and change, in mrkdwn; undefined if they are not known soon. */
async function formatMonth(
  connection: string | undefined,
  context: CostsContext,
): Promise<string | undefined> {
  if (connection === undefined) return undefined;
  const over = new AbortController();
  try {
    const late = setTimeout(longestWaitMs, undefined, { signal: over.signal, ref: false });
    return await Promise.race([read(connection, context), late]);
  } catch (error) {
    // Home is useful without costs, and the command says what is wrong.
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    context.log.info({ err: error }, "Home is shown without costs");
    // An answer that the app cannot read stays unreadable until an operator acts.
    return error.succeeded ? `What this month cost is not known. ${explain(error)}` : undefined;
  } finally {
    over.abort();
  }
}

async function read(connection: string, { ledgerOf, now }: CostsContext): Promise<string> {
  const at = now();
  const range = parseCostRange("this month", at);
  const today = utcDay(at);
  const ledger = ledgerOf(connection);
  await ledger.fetch([range, range.previous, forecastSpan(today)]);
  const summary = await summarizeCosts({
    range,
    current: ledger.days(range),
    previous: ledger.days(range.previous),
  });
  const forecast = await readMonthForecast(ledger, today);
  const heading = forecast ? `, and about ${formatCredits(forecast.expected)} by its end` : "";
  return `*${formatCredits(summary.total)} credits* so far this month${heading}. ${formatTotalChange(summary)}`;
}
