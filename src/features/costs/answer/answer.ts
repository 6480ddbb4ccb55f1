import type { KnownBlock } from "@slack/types";
import type { PictureBlock } from "../../../platform/pictures/pictures.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply, withOlder } from "../../../platform/blocks/reply.ts";
import { dataTable, isLong, plainTable, table } from "../../../platform/blocks/table.ts";
import { context, header, section } from "../../../platform/blocks/text.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import { type Day, humanDays } from "../../../lib/day.ts";
import { bucketUnitOf } from "../buckets.ts";
import { headlineOf, formatLinks, formatMovers, formatDisputed, notesOfTwo, notesOn } from "./notes.ts";
import { type TableWithText, openSign, tableOf } from "./table.ts";
import type { MonthForecast } from "../forecast.ts";
import { type CostSummary, partsBy, unfinishedDay } from "../summary.ts";
import type { CostView } from "../arguments.ts";
import type { ChartFacts } from "../../../platform/pictures/facts.ts";
import { barsInWords, partsInWords } from "../../../platform/pictures/in-words.ts";
import { mostParts } from "../../../platform/pictures/chart/drawn.ts";
import type { CostRange } from "../../../lib/period/range.ts";
import type { CostRecords } from "../context.ts";
import { metricColor } from "../parts.ts";
import * as texts from "./texts.ts";

// Slack shows only the beginning of a longer text.
const mostTableText = 2500;

/** The content of an answer. */
export interface CostsAnswer {
  summary: CostSummary;
  /** The days of `previous`, if a person chose them: the answer compares two ranges. */
  against?: CostRange;
  view: CostView;
  /** In plain text, "Costs" by default. The period follows. */
  title?: string;
  /** A service's name, for the costs of one service. */
  service?: string;
  forecast?: MonthForecast;
  /** What the picture shows. */
  chart?: ChartFacts;
  picture?: PictureBlock;
  links?: ConsoleLinks;
  /** More small print in mrkdwn, a sentence each. */
  notes?: readonly string[];
  /** The first known day with costs, for a period without costs. */
  firstDay?: Day;
  buttons?: readonly KnownBlock[];
}

/** An answer about costs, for a person or a channel. The text has everything that the blocks show. */
export function costsReply(answer: CostsAnswer): Reply {
  const { summary, against, view, title = "Costs", picture, links, notes = [], buttons = [] } = answer;
  if (hasNoCosts(summary)) return nothingReply(answer);
  const headline = headlineOf(answer).join("\n");
  const rows = tableOf(summary, view, against);
  const lines = [...besideTable(answer), ...formatMovers(summary), ...formatLinks(summary, links)];
  const smallPrint = notesOn(summary, [...notesOfTwo(summary, against), ...notes]);
  const shownPrint = rows.hasOpenSign ? `${smallPrint} ${texts.openSignNote(openSign)}` : smallPrint;
  const said = [...rest(rows, summary), ...lines, smallPrint].join("\n");
  const caption = `${title}: ${texts.rangesOf({ range: summary.range, against })}`;
  const blocksWith = (shownTable: KnownBlock) => [
    header(caption),
    section(headline),
    ...(picture ? [picture] : []),
    shownTable,
    ...rest(rows, summary).map((text) => context(text)),
    ...lines.map(section),
    context(shownPrint),
    ...buttons,
  ];
  const text = [headline, plainTable(rows.said, lengthBeside(headline, said)), said].join("\n");
  const plain = blocksWith(table(rows.shown));
  if (!isLong(rows.shown)) return reply(text, plain);
  return withOlder(reply(text, blocksWith(dataTable(rows.shown, caption))), plain);
}

/** The length left for the table. It is cut first, because the lines after it must stay. */
export function lengthBeside(...texts: readonly string[]): number {
  const taken = texts.reduce((length, text) => length + text.length + 1, 0);
  return Math.max(0, Math.min(mostTableText, limits.message.text - taken));
}

/** What the picture says and the table doesn't, a line each: bars of several days, or parts if the table has others. */
function besideTable({ chart, summary, view, against }: CostsAnswer): string[] {
  if (!chart || against) return [];
  const isOfSameDays = chart.buckets.length === summary.buckets.length;
  const hasBars = isOfSameDays && view === "day" && chart.unit === "day";
  const hasParts = isOfSameDays && view !== "day";
  return [...(hasBars ? [] : barsInWords(chart)), ...(hasParts ? [] : partsInWords(chart))];
}

function rest({ leftOut }: TableWithText, { range }: CostSummary): string[] {
  return leftOut === 0 ? [] : [texts.moreDays(leftOut, range.words)];
}

/** True if nothing in the period had costs. */
export function hasNoCosts({ services, total }: CostSummary): boolean {
  return total.isZero() && services.every((part) => part.total.isZero());
}

function nothingReply({ summary, service, firstDay, notes = [], buttons = [] }: CostsAnswer): Reply {
  const { range, previousTotal, price } = summary;
  const text = [
    texts.noCosts(range, service),
    ...(previousTotal.isZero() ? [] : [texts.amountBefore(range.previous, previousTotal, price)]),
    firstDay === undefined ? texts.newServices : texts.firstCosts(firstDay),
    ...formatDisputed(summary.disputed, price),
    texts.inUtc,
    ...notes,
  ].join(" ");
  return reply(text, [section(text), ...buttons]);
}

interface ChartOptions {
  view: CostView;
  against?: CostRange;
  service?: string;
  partColors: Pick<CostRecords["partColors"], "of">;
}

/** An answer's picture: bars by metric if the answer is by metric or of one service, else by service. */
export async function chartOf(
  summary: CostSummary,
  { view, against, service, partColors }: ChartOptions,
): Promise<ChartFacts> {
  const by =
    view === "metric" || service !== undefined
      ? "metric"
      : view === "team" && summary.teams
        ? "team"
        : "service";
  const parts = partsBy(by, summary).filter(
    ({ total, previous }) => !total.isZero() || (against && !previous.isZero()),
  );
  // The others are drawn together.
  const colors =
    by === "metric" ? undefined : await partColors.of(parts.slice(0, mostParts).map(({ id }) => id));
  const { range, buckets } = summary;
  const unit = bucketUnitOf(range);
  const open = unfinishedDay(range);
  if (against)
    return {
      title: texts.twoBarsTitle(by),
      about: texts.chartAbout(service, texts.rangesOf({ range, against })),
      by,
      unit,
      buckets: [
        { label: range.label, name: range.label, provisional: summary.provisional.length > 0 },
        { label: against.label, name: against.label, provisional: summary.provisionalBefore.length > 0 },
      ],
      series: parts.map(({ id, name, total, previous }) => ({
        name,
        color: colors === undefined ? metricColor(id) : colors.get(id),
        amounts: [total.toNumber(), previous.toNumber()],
      })),
    };
  return {
    title: texts.chartTitle(unit, by),
    about: texts.chartAbout(service, humanDays(range.from, range.to)),
    by,
    unit,
    buckets: buckets.map(({ to, label, name, provisional, partial }) => ({
      label,
      name,
      provisional,
      partial: to === open ? "open" : partial ? "cut" : undefined,
    })),
    series: parts.map(({ id, name, amounts }) => ({
      name,
      color: colors === undefined ? metricColor(id) : colors.get(id),
      amounts: amounts.map((amount) => amount.toNumber()),
    })),
  };
}
