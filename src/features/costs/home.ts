import type { KnownBlock } from "@slack/types";
import { defaultNameOf } from "../connections/index.ts";
import { header, section } from "../../platform/blocks/text.ts";
import { within } from "../../lib/clock.ts";
import { explain } from "../../platform/blocks/explain.ts";
import { chartOf, hasNoCosts } from "./answer/answer.ts";
import type { CostsContext } from "./context.ts";
import { formatTotalChange } from "./answer/notes.ts";
import { forecastSpan, readMonthForecast } from "./forecast.ts";
import { parseCostRange } from "../../lib/period/range.ts";
import { summarizeCosts } from "./summary.ts";
import { AppError } from "../../lib/errors.ts";
import { utcDay } from "../../lib/day.ts";
import type { HomeSection } from "../../platform/slack/interactions/deps.ts";
import { row } from "../../platform/blocks/button.ts";
import * as texts from "./home-texts.ts";

/** App Home's section with this month's costs and their picture. It stays empty until they are known. */
export const monthOnHome: HomeSection<CostsContext> = {
  name: "month",
  rank: 50,
  draw: async () => [],
  async drawLater({ offer }, context) {
    const all = await context.connections.list();
    const month = all.length === 0 ? undefined : await readMonth(context);
    if (month === undefined) return [];
    return [
      header(texts.title),
      ...month,
      ...row(
        offer(texts.byService, { call: "costs_show", args: { range: "this month" } }),
        offer(texts.lastSevenDays, { call: "costs_show" }),
      ),
    ];
  },
};

/** Reading continues after this wait, so the costs are there when Home is opened again. */
const longestWaitMs = 20_000;

const pictureWaitMs = 5_000;

/** This month's costs, forecast, change and picture. Undefined if they are not known soon. */
async function readMonth(context: CostsContext): Promise<KnownBlock[] | undefined> {
  const connection = await defaultNameOf(context.connections);
  if (connection === undefined) return undefined;
  try {
    return await within(longestWaitMs, monthBlocks(connection, context), undefined);
  } catch (error) {
    // Home is useful without costs, and the command says what is wrong.
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    context.log.info({ err: error }, "showed Home without costs");
    // An answer that the app cannot read stays unreadable until an operator acts.
    return error.succeeded ? [section(texts.unreadable(explain(error)))] : undefined;
  }
}

async function monthBlocks(
  connection: string,
  { ledgerOf, pictures, partColors, creditPrices, now }: CostsContext,
): Promise<KnownBlock[]> {
  const at = now();
  const range = parseCostRange("this month", at);
  const today = utcDay(at);
  const ledger = ledgerOf(connection);
  const price = await creditPrices.of(connection);
  await ledger.fetch([range, range.previous, forecastSpan(today)]);
  const summary = await summarizeCosts({
    range,
    current: ledger.days(range),
    previous: ledger.days(range.previous),
    price,
  });
  const forecast = await readMonthForecast(ledger, today);
  const amounts = { total: summary.total, expected: forecast?.expected, price };
  const text = texts.month(amounts, formatTotalChange(summary));
  if (hasNoCosts(summary)) return [section(text)];
  const chart = await chartOf(summary, { view: "service", partColors });
  const picture = await pictures.blockOf(chart, pictureWaitMs, { isShared: true });
  return [section(text), ...(picture ? [picture] : [])];
}
