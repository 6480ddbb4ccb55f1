import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, header, section } from "../../../platform/blocks/text.ts";
import type { Found, Responder } from "../../../platform/commands/command.ts";
import { AppError } from "../../../lib/errors.ts";
import { endOf, startOf } from "../../../lib/day.ts";
import { moneyText } from "../../../lib/money.ts";
import { rangeAfter, rangeBefore } from "../../../lib/period/range.ts";
import { defaultNameOf } from "../../connections/index.ts";
import { cloudNamed } from "../cloud-named.ts";
import { connectionNote } from "../show.ts";
import { hasNoCosts } from "../answer/answer.ts";
import { formatMovers, formatTotalChange, notesOn } from "../answer/notes.ts";
import * as answerTexts from "../answer/texts.ts";
import type { CostsContext } from "../context.ts";
import { readCosts } from "../read-costs.ts";
import { unfinishedDay } from "../summary.ts";
import type { MonthData } from "./data.ts";
import { type MonthPage, daysOfPage, loadMonth, monthWords } from "./load.ts";
import * as texts from "./texts.ts";
import type { z } from "zod";

/** `/db costs month [october] [connection]`: what a month cost, on one page. */
export async function showMonth(
  words: string,
  context: CostsContext,
  _asker: unknown,
  responder: Responder,
): Promise<Found> {
  const { range, connection: typed } = monthWords(words, context.now());
  if (range.from !== startOf("month", range.from) || range.to > endOf("month", range.from))
    throw new AppError("user", texts.oneMonth);
  const connection = await cloudNamed(typed, context, texts.noConnection(typed ?? ""));
  await readCosts(context.ledgerOf(connection), daysOfPage(range), responder);
  const page = await loadMonth(range, connection, context);
  const isDefault = connection === (await defaultNameOf(context.connections));
  return {
    data: () => dataOf(page),
    draw: async () =>
      monthReply(page, {
        buttons: buttonsOf(page, context.now(), isDefault),
        notes: await connectionNote(connection, context),
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

function buttonsOf({ summary, price, connection }: MonthPage, now: Date, isDefault: boolean) {
  const { range } = summary;
  const before = rangeBefore(range);
  const after = rangeAfter(range, now);
  const month = `${range.from} to ${range.to}`;
  const of = isDefault ? "" : ` ${connection}`;
  return [
    actions([
      // `/db costs` itself is about the default connection.
      ...(isDefault ? [commandButton(texts.buttons.costs, `costs ${month}`)] : []),
      commandButton(texts.buttons.savings, `costs savings${of}`),
      ...(price ? [commandButton(texts.buttons.focus, `costs focus ${month}${of}`)] : []),
      pageButton(answerTexts.earlier(before.label), `costs month ${before.words}${of}`),
      ...(after ? [pageButton(answerTexts.later(after.label), `costs month ${after.words}${of}`)] : []),
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
