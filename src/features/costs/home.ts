import type { KnownBlock } from "@slack/types";
import type { Decimal } from "decimal.js";
import { within } from "../../lib/clock.ts";
import { utcDay } from "../../lib/day.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { type CreditPrice, formatCost, moneyOf } from "../../lib/money.ts";
import { parseCostRange } from "../../lib/period/range.ts";
import { row } from "../../platform/blocks/button.ts";
import { explain } from "../../platform/blocks/explain.ts";
import { table } from "../../platform/blocks/table.ts";
import { header, section } from "../../platform/blocks/text.ts";
import type { KnownFact, ServiceFact } from "../../platform/commands/service-facts.ts";
import { barsInWords } from "../../platform/pictures/in-words.ts";
import type { HomeSection } from "../../platform/slack/interactions/deps.ts";
import { defaultNameOf } from "../connections/index.ts";
import { chartOf, hasNoCosts } from "./answer/answer.ts";
import { formatTotalChange } from "./answer/notes.ts";
import { tableOf } from "./answer/table.ts";
import { formatExpected } from "./answer/texts.ts";
import type { CostsContext } from "./context.ts";
import { forecastSpan, readMonthForecast } from "./forecast.ts";
import { summarizeCosts } from "./summary.ts";

// Costs on App Home. The title and the buttons are plain text, the rest is mrkdwn.

const title = "Costs this month";
const byService = "Costs this month";
const lastSevenDays = "Last 7 days";

/** This month's costs, with a whole sentence about the change. */
function monthText(
  {
    total,
    expected,
    price,
  }: { total: Decimal; expected: Decimal | undefined; price: CreditPrice | undefined },
  change: string,
): string {
  const forecast = expected === undefined ? "" : `, about ${formatExpected(expected, price)} by the end`;
  return `*${formatCost(total, price)}* so far this month${forecast}. ${change}`;
}

/** `why` is escaped already. */
export function unreadable(why: string): string {
  return `I can't read this month's costs. ${why}`;
}

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
      header(title),
      ...month,
      ...row(
        offer(byService, { call: "costs_show", args: { range: "this month" } }),
        offer(lastSevenDays, { call: "costs_show" }),
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
    return error.succeeded ? [section(unreadable(explain(error)))] : undefined;
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
  const text = monthText(amounts, formatTotalChange(summary));
  if (hasNoCosts(summary)) return [section(text)];
  const chart = await chartOf(summary, { view: "service", partColors });
  const picture = await pictures.blockOf(chart, pictureWaitMs, { isShared: true });
  return [
    section(text),
    ...(picture ? [picture] : []),
    table(tableOf(summary, "service").said),
    ...barsInWords(chart).map(section),
  ];
}

/** What each service has cost this month. */
export const costThisMonth: ServiceFact<CostsContext> = {
  label: "This month",
  rank: 2,
  async read(services, context) {
    const names = [...new Set(services.map(({ connection }) => connection))];
    const costs = new Map((await Promise.all(names.map((name) => costsThrough(name, context)))).flat());
    return new Map(
      services.flatMap(({ serviceId }) => {
        const fact = costs.get(serviceId);
        return fact === undefined ? [] : [[serviceId, fact]];
      }),
    );
  },
};

async function costsThrough(
  connection: string,
  { ledgerOf, creditPrices, now }: CostsContext,
): Promise<[serviceId: string, fact: KnownFact][]> {
  const range = parseCostRange("this month", now());
  const ledger = ledgerOf(connection);
  const price = await creditPrices.of(connection);
  try {
    await ledger.fetch([range]);
    const { services } = await summarizeCosts({ range, current: ledger.days(range) });
    return services.map(({ id, total }) => [
      id,
      {
        text: formatCost(total, price),
        data: {
          creditsThisMonth: total.toFixed(),
          ...(price && {
            moneyThisMonth: { amount: moneyOf(total, price).toFixed(), currency: price.currency },
          }),
        },
      },
    ]);
  } catch (error) {
    // Such as a stand-alone server, which has no costs.
    if (isAppError(error, "bug")) throw error;
    return [];
  }
}
