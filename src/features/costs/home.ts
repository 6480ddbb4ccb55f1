import { defaultNameOf } from "../connections/index.ts";
import { header, section } from "../../platform/blocks/text.ts";
import { setTimeout } from "node:timers/promises";
import { explain } from "../../platform/blocks/explain.ts";
import type { CostsContext } from "./context.ts";
import { changeInWords } from "./answer/headline.ts";
import { forecastSpan, readMonthForecast } from "./forecast.ts";
import { parseCostRange } from "../../lib/period/range.ts";
import { summarizeCosts } from "./summary.ts";
import { AppError } from "../../lib/errors.ts";
import { utcDay } from "../../lib/day.ts";
import { formatCredits } from "../../lib/money.ts";
import { type HomeSection, row } from "../../platform/slack/home.ts";

/** What this month costs. Nothing before that is known. */
export const monthOnHome: HomeSection<CostsContext> = {
  name: "month",
  rank: 60,
  draw: async () => [],
  async drawLater({ offer }, context) {
    const all = await context.connections.list();
    const month =
      all.length === 0 ? undefined : await monthInWords(await defaultNameOf(context.connections), context);
    if (month === undefined) return [];
    return [header("Costs this month"), section(month), ...row(offer("By service", "costs this month"))];
  },
};

/** What is read goes on after that, and is there when Home is opened again. */
const longestWaitMs = 20_000;

/** What this month has cost, where it is heading and how it compares, in mrkdwn; undefined where that is not known soon. */
async function monthInWords(
  connection: string | undefined,
  context: CostsContext,
): Promise<string | undefined> {
  if (connection === undefined) return undefined;
  const over = new AbortController();
  try {
    const late = setTimeout(longestWaitMs, undefined, { signal: over.signal, ref: false });
    return await Promise.race([read(connection, context), late]);
  } catch (error) {
    // Home is of use without it, and the command says what is wrong.
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    context.log.info({ err: error }, "Home is shown without costs");
    // An answer that is not understood stays so until its operator does something.
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
  return `*${formatCredits(summary.total)} credits* so far this month${heading}. ${changeInWords(summary)}`;
}
