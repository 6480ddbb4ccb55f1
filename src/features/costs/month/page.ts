import type { Decimal } from "decimal.js";
import { z } from "zod";
import { type Day, endOf, monthName, startOf } from "../../../lib/day.ts";
import { AppError } from "../../../lib/errors.ts";
import { type CreditPrice, formatCost, formatCredits, moneyText } from "../../../lib/money.ts";
import { calledName } from "../../../lib/names.ts";
import { parseCostRange, rangeAfter, rangeBefore } from "../../../lib/period/range.ts";
import { plural } from "../../../lib/text.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { type Table, plainTable, table } from "../../../platform/blocks/table.ts";
import { context as smallPrint, header, section } from "../../../platform/blocks/text.ts";
import { call } from "../../../platform/commands/call.ts";
import {
  type Found,
  type Responder,
  credits,
  day,
  money,
  priceData,
} from "../../../platform/commands/found.ts";
import type { ChartFacts } from "../../../platform/pictures/facts.ts";
import { barsInWords } from "../../../platform/pictures/in-words.ts";
import type { PictureBlock } from "../../../platform/pictures/pictures.ts";
import { defaultNameOf, unconnected } from "../../connections/index.ts";
import { unusualLine } from "../anomalies/call.ts";
import { chartOf, hasNoCosts, lengthBeside } from "../answer/answer.ts";
import { formatMovers, formatTotalChange, notesOn } from "../answer/notes.ts";
import { tableOf } from "../answer/table.ts";
import * as answerTexts from "../answer/texts.ts";
import { aroundCosts, connection, range, unless } from "../arguments.ts";
import { budgetInMrkdwn } from "../budget/schedule.ts";
import type { CostsContext } from "../context.ts";
import { cloudNamed, readCosts } from "../read-costs.ts";
import { connectionNote } from "../show.ts";
import { type CostSummary, noTeamId, unfinishedDay } from "../summary.ts";
import { type MonthPage, daysOfPage, loadMonth } from "./load.ts";

// “Month to 2026-11-20” are days of costs.
const endOfDays = /^(?:to|until) /i;
const Args = z.object({
  month: unless(endOfDays, range, { usage: ["<month>"] }).optional(),
  connection: unless(endOfDays, connection).optional(),
});

/** The answer of `/db costs month`, for programs. */
const MonthData = z.object({
  from: day.describe("The first day"),
  to: day.describe("The last day"),
  connection: z.string(),
  credits: credits.describe("What the month cost"),
  money,
  creditPrice: priceData.optional().describe("What a credit costs, if that is set"),
  forecastCredits: z
    .object({
      expected: credits.describe("What the whole month is expected to cost"),
      least: credits.describe("The low end of what is likely"),
      most: credits.describe("The high end"),
    })
    .optional()
    .describe("For the present month, unless it is too early"),
  budgets: z
    .array(
      z.object({
        service: z.string().optional(),
        credits: credits.describe("The credits for the month"),
        usedCredits: credits.describe("What is used"),
      }),
    )
    .describe("The monthly budgets"),
  unusualDays: z
    .array(
      z.object({
        day: day.describe("The day"),
        credits: credits.describe("What it cost"),
        usualCredits: credits.describe("What such a day usually costs"),
      }),
    )
    .describe("Days that cost much more or less than usual"),
  reducedServices: z.int().describe("How many were stopped, made smaller or deleted"),
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
  asks: {
    means: ["page_of {month}", "page_of cost"],
    around: `${aroundCosts} cost list open want report post`,
    slots: { month: "range" },
    says: ["The page of a month", ", {month}"],
  },
  run: async (wanted, context: CostsContext, _asker, responder) =>
    (await unconnected(context)) ?? showMonth(wanted, context, responder),
});

// The page of a month, in mrkdwn. The title and the buttons are plain text.

type Price = CreditPrice | undefined;

const titleText = (from: Day) => `${monthName(from)} ${from.slice(0, 4)}`;

const spent = (total: Decimal, isOver: boolean, change: string, price: Price) =>
  `*Spent:* ${formatCost(total, price)}${isOver ? "" : " so far"}. ${change}`;

/** From the cheapest and the dearest day recently. */
const forecast = ({ expected, least, most }: NonNullable<MonthPage["ahead"]>, price: Price) =>
  `*Forecast:* about ${answerTexts.formatExpected(expected, price)}, from ${formatCredits(least, price)} to ${formatCredits(most, price)} if the rest costs as the cheapest or the dearest of the last days.`;

const budgetsTitle = "*Budgets*";
const noBudgets = "*Budgets:* none that is monthly.";
function budgetText({ budget: set, use }: MonthPage["budgets"][number], price: Price): string {
  const left = use.left.lt(0)
    ? `${formatCredits(use.left.neg(), price)} over`
    : `${formatCredits(use.left, price)} left`;
  return `• The ${budgetInMrkdwn({ ...set, price })}: ${formatCredits(use.used, price)} used, ${left}.`;
}

const unusualTitle = "*Unusual days*";
const noUnusual = "*Unusual days:* none among the final days.";

const moreUnusual = (count: number) => `• ${plural(count, "more day")}`;

const saved = (reduced: number) =>
  reduced === 0
    ? "*Saved:* nothing was stopped, made smaller or deleted here."
    : `*Saved:* ${plural(reduced, "service")} stopped, made smaller or deleted here.`;

const noCosts = "*Spent:* nothing.";
const noTeams =
  "No service has a team yet. An operator gives it one with `/db services owner <service> team <name>`.";
const note = "Months are calendar months in UTC.";
/** Plain text. */
const noConnection = (typed: string) =>
  `I can't find a connection ${calledName(typed)}. A month's page has all services of one: \`/db costs month october\`.`;
const oneMonth = "A page is of one month. Try `/db costs month october`.";
const buttonsText = {
  costs: "All costs",
  savings: "Savings",
  focus: "FOCUS file",
} as const;

/** By default of the present month. */
export async function showMonth(
  { month: days = "this month", connection: typed }: z.output<typeof Args>,
  context: CostsContext,
  responder: Responder,
): Promise<Found> {
  const wanted = parseCostRange(days, context.now());
  if (wanted.from !== startOf("month", wanted.from) || wanted.to > endOf("month", wanted.from))
    throw new AppError("user", oneMonth);
  context.pictures.prepare();
  const of = await cloudNamed(typed, context, noConnection(typed ?? ""));
  await readCosts(context.ledgerOf(of), daysOfPage(wanted), responder);
  const page = await loadMonth(wanted, of, context);
  const isDefault = of === (await defaultNameOf(context.connections));
  return {
    data: () => dataOf(page),
    draw: async () =>
      monthReply(page, {
        buttons: buttonsOf(page, context.now(), isDefault),
        notes: await connectionNote(of, context),
        ...(await pictureOfMonth(page, context, pictureWaitMs)),
      }),
  };
}

// More would be a list of its own.
const mostBudgets = 8;
const mostUnusual = 5;

const pictureWaitMs = 3_000;

/** The picture of a month's page, with what it shows: its days by service. */
export async function pictureOfMonth(
  { summary }: MonthPage,
  { pictures, partColors }: CostsContext,
  waitMs: number,
): Promise<Pick<Extras, "chart" | "picture">> {
  if (hasNoCosts(summary)) return {};
  const chart = await chartOf(summary, { view: "service", partColors });
  return { chart, picture: await pictures.blockOf(chart, waitMs, { isShared: true }) };
}

interface Extras {
  buttons?: ReturnType<typeof buttonsOf>;
  chart?: ChartFacts;
  picture?: PictureBlock;
  /** More small print, a sentence each. */
  notes?: readonly string[];
}

/** A month's page for a person or a channel. The text has everything that the blocks show. */
export function monthReply(page: MonthPage, { buttons = [], chart, picture, notes = [] }: Extras): Reply {
  const { summary, price } = page;
  const title = titleText(summary.range.from);
  const headline = [spentLine(page), ...(page.ahead ? [forecast(page.ahead, price)] : [])].join("\n");
  const lines = [
    ...(chart ? barsInWords(chart) : []),
    budgetLines(page),
    ...formatMovers(summary),
    unusualLines(page),
    saved(page.reduced),
  ];
  const hasTeams = summary.teams?.some(({ id }) => id !== noTeamId) ?? false;
  const shown = { ...summary, teams: hasTeams ? summary.teams : undefined };
  const parts = hasNoCosts(summary) ? undefined : partsTable(shown);
  const small = notesOn(shown, [...(parts && !hasTeams ? [noTeams] : []), note, ...notes]);
  const before = `*${title}*\n${headline}`;
  const after = [...lines, small].join("\n");
  const asText = parts ? [plainTable(parts, lengthBeside(before, after))] : [];
  return reply([before, ...asText, after].join("\n"), [
    header(title),
    section(headline),
    ...(picture ? [picture] : []),
    ...(parts ? [table(parts)] : []),
    ...lines.map(section),
    smallPrint(small),
    ...buttons,
  ]);
}

/** The costs by team and then by service. They share a table, because a message holds only one. */
function partsTable(summary: CostSummary): Table {
  const services = tableOf(summary, "service").said;
  if (!summary.teams) return services;
  const teams = tableOf(summary, "team").said;
  const between = services.columns.map(({ header: name }) => ({ heading: name }));
  return { ...teams, rows: [...teams.rows, between, ...services.rows] };
}

function spentLine({ summary, price }: MonthPage): string {
  if (hasNoCosts(summary)) return noCosts;
  const isOver = unfinishedDay(summary.range) === undefined;
  return spent(summary.total, isOver, formatTotalChange(summary), price);
}

function budgetLines({ budgets, price }: MonthPage): string {
  if (budgets.length === 0) return noBudgets;
  const lines = budgets.slice(0, mostBudgets).map((each) => budgetText(each, price));
  return [budgetsTitle, ...lines].join("\n");
}

function unusualLines({ unusual, price }: MonthPage): string {
  if (unusual.length === 0) return noUnusual;
  const lines = unusual.slice(0, mostUnusual).map((each) => `• ${unusualLine(each, price)}`);
  const more = unusual.length - lines.length;
  return [unusualTitle, ...lines, ...(more > 0 ? [moreUnusual(more)] : [])].join("\n");
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
      ...(isDefault ? [commandButton(buttonsText.costs, { call: "costs_show", args: { range: days } })] : []),
      commandButton(buttonsText.savings, { call: "costs_savings", args: of }),
      ...(price
        ? [commandButton(buttonsText.focus, { call: "costs_focus", args: { range: days, ...of } })]
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
