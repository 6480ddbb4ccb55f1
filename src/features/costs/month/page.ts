import { z } from "zod";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, header, section } from "../../../platform/blocks/text.ts";
import type { Found, Responder } from "../../../platform/commands/found.ts";
import { AppError } from "../../../lib/errors.ts";
import { endOf, startOf } from "../../../lib/day.ts";
import { moneyText } from "../../../lib/money.ts";
import { parseCostRange, rangeAfter, rangeBefore } from "../../../lib/period/range.ts";
import { defaultNameOf, unconnected } from "../../connections/index.ts";
import { call } from "../../../platform/commands/call.ts";
import { connection, range, unless } from "../arguments.ts";
import { asks } from "../asks.ts";
import { cloudNamed } from "../cloud-named.ts";
import { connectionNote } from "../show.ts";
import { hasNoCosts } from "../answer/answer.ts";
import { formatMovers, formatTotalChange, notesOn } from "../answer/notes.ts";
import * as answerTexts from "../answer/texts.ts";
import type { CostsContext } from "../context.ts";
import { readCosts } from "../read-costs.ts";
import { unfinishedDay } from "../summary.ts";
import { MonthData } from "./data.ts";
import { type MonthPage, daysOfPage, loadMonth } from "./load.ts";
import * as texts from "./texts.ts";

// “Month to 2026-11-20” are days of costs.
const endOfDays = /^(?:to|until) /i;
const Args = z.object({
  month: unless(endOfDays, range, { usage: ["<month>"] }).optional(),
  connection: unless(endOfDays, connection).optional(),
});

/** `/db costs month [october] [connection]`: what a month cost, on one page. */
export const month = call({
  name: "costs_month",
  title: "A month's page",
  summary: "Shows what a month cost on one page, with its forecast and budgets.",
  effect: "read",
  line: "costs month {month} {connection}",
  args: Args,
  result: MonthData,
  asks: asks.month,
  run: async (wanted, context: CostsContext, _asker, responder) =>
    (await unconnected(context)) ?? showMonth(wanted, context, responder),
});

/** By default of the present month. */
export async function showMonth(
  { month: days = "this month", connection: typed }: z.output<typeof Args>,
  context: CostsContext,
  responder: Responder,
): Promise<Found> {
  const wanted = parseCostRange(days, context.now());
  if (wanted.from !== startOf("month", wanted.from) || wanted.to > endOf("month", wanted.from))
    throw new AppError("user", texts.oneMonth);
  const of = await cloudNamed(typed, context, texts.noConnection(typed ?? ""));
  await readCosts(context.ledgerOf(of), daysOfPage(wanted), responder);
  const page = await loadMonth(wanted, of, context);
  const isDefault = of === (await defaultNameOf(context.connections));
  return {
    data: () => dataOf(page),
    draw: async () =>
      monthReply(page, {
        buttons: buttonsOf(page, context.now(), isDefault),
        notes: await connectionNote(of, context),
      }),
  };
}

// More would be a list of its own.
const mostBudgets = 8;
const mostUnusual = 5;

interface Extras {
  buttons?: ReturnType<typeof buttonsOf>;
  /** More small print, a sentence each. */
  notes?: readonly string[];
}

/** A month's page for a person or a channel. The text has everything that the blocks show. */
export function monthReply(page: MonthPage, { buttons = [], notes = [] }: Extras): Reply {
  const { summary, price } = page;
  const title = texts.title(summary.range.from);
  const lines = [
    [spentLine(page), ...(page.ahead ? [texts.forecast(page.ahead, price)] : [])].join("\n"),
    budgetLines(page),
    ...formatMovers(summary),
    unusualLines(page),
    texts.saved(page.reduced),
  ];
  const small = notesOn(summary, [texts.note, ...notes]);
  return reply([`*${title}*`, ...lines, small].join("\n"), [
    header(title),
    ...lines.map(section),
    smallPrint(small),
    ...buttons,
  ]);
}

function spentLine({ summary, price }: MonthPage): string {
  if (hasNoCosts(summary)) return texts.noCosts;
  const isOver = unfinishedDay(summary.range) === undefined;
  return texts.spent(summary.total, isOver, formatTotalChange(summary), price);
}

function budgetLines({ budgets, price }: MonthPage): string {
  if (budgets.length === 0) return texts.noBudgets;
  const lines = budgets.slice(0, mostBudgets).map((each) => texts.budget(each, price));
  return [texts.budgetsTitle, ...lines].join("\n");
}

function unusualLines({ unusual, price }: MonthPage): string {
  if (unusual.length === 0) return texts.noUnusual;
  const lines = unusual.slice(0, mostUnusual).map((each) => texts.unusual(each, price));
  const more = unusual.length - lines.length;
  return [texts.unusualTitle, ...lines, ...(more > 0 ? [texts.moreUnusual(more)] : [])].join("\n");
}

function buttonsOf({ summary, price, connection: name }: MonthPage, now: Date, isDefault: boolean) {
  const days = `${summary.range.from} to ${summary.range.to}`;
  const before = rangeBefore(summary.range);
  const after = rangeAfter(summary.range, now);
  const of = isDefault ? {} : { connection: name };
  const page = (wanted: string) => ({ call: "costs_month", args: { month: wanted, ...of } });
  return [
    actions([
      // `/db costs` itself is about the default connection.
      ...(isDefault
        ? [commandButton(texts.buttons.costs, { call: "costs_show", args: { range: days } })]
        : []),
      commandButton(texts.buttons.savings, { call: "costs_savings", args: of }),
      ...(price
        ? [commandButton(texts.buttons.focus, { call: "costs_focus", args: { range: days, ...of } })]
        : []),
      pageButton(answerTexts.earlier(before.label), page(before.words)),
      ...(after ? [pageButton(answerTexts.later(after.label), page(after.words))] : []),
    ]),
  ];
}

function dataOf({
  summary,
  ahead,
  budgets,
  unusual,
  reduced,
  price,
  connection,
}: MonthPage): z.output<typeof MonthData> {
  return {
    from: summary.range.from,
    to: summary.range.to,
    connection,
    credits: summary.total.toFixed(),
    money: moneyText(summary.total, price),
    creditPrice: price,
    forecastCredits: ahead && {
      expected: ahead.expected.toDecimalPlaces(6).toFixed(),
      least: ahead.least.toDecimalPlaces(6).toFixed(),
      most: ahead.most.toDecimalPlaces(6).toFixed(),
    },
    budgets: budgets.map(({ budget, use }) => ({
      service: budget.service?.name,
      credits: budget.credits,
      usedCredits: use.used.toFixed(),
    })),
    unusualDays: unusual.map(({ day, total, usual }) => ({
      day,
      credits: total.toFixed(),
      usualCredits: usual.toFixed(),
    })),
    reducedServices: reduced,
  };
}
