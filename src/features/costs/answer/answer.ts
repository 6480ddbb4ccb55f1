import type { ImageBlock, KnownBlock } from "@slack/types";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { plainTable, table } from "../../../platform/blocks/table.ts";
import { context, header, section } from "../../../platform/blocks/text.ts";
import type { ConsoleLinks } from "../../../platform/cloud/console-links.ts";
import { type Day, humanDays, countDays } from "../../../lib/day.ts";
import { formatCredits } from "../../../lib/money.ts";
import { plural } from "../../../lib/text.ts";
import { headlineOf, when, formatLinks, formatMovers, formatDisputed, notesOn } from "./notes.ts";
import { type SaidTable, tableOf } from "./table.ts";
import type { MonthForecast } from "../forecast.ts";
import type { CostSummary, CostBucket } from "../summary.ts";
import type { CostView } from "../read-words.ts";
import type { ChartFacts } from "../../../platform/pictures/facts.ts";

// Slack shows only the beginning of a longer text.
const mostTableText = 2500;

/** The content of an answer. */
export interface CostsAnswer {
  summary: CostSummary;
  view: CostView;
  /** The present day in UTC, for periods that may reach into it. */
  today?: Day;
  /** In plain text, "Costs" by default. The period follows. */
  title?: string;
  /** A service's name, for the costs of one service. */
  service?: string;
  forecast?: MonthForecast;
  picture?: ImageBlock;
  links?: ConsoleLinks;
  /** More small print in mrkdwn, a sentence each. */
  notes?: readonly string[];
  /** The first known day with costs, for a period without costs. */
  firstDay?: Day;
  buttons?: readonly KnownBlock[];
}

/** An answer about costs, for a person or a channel. The text has everything that the blocks show. */
export function costsReply(answer: CostsAnswer): Reply {
  const { summary, view, today, title = "Costs", picture, links, notes, buttons = [] } = answer;
  if (hasNoCosts(summary)) return nothingReply(answer);
  const headline = headlineOf(answer).join("\n");
  const rows = tableOf(summary, view, today);
  const lines = [...formatMovers(summary), ...formatLinks(summary, links)];
  const smallPrint = notesOn(summary, notes);
  const said = [...rest(rows, summary), ...lines, smallPrint].join("\n");
  return reply([headline, plainTable(rows.said, lengthBeside(headline, said)), said].join("\n"), [
    header(`${title}: ${summary.range.label}`),
    section(headline),
    ...(picture ? [picture] : []),
    table(rows.shown),
    ...rest(rows, summary).map((text) => context(text)),
    ...lines.map(section),
    context(smallPrint),
    ...buttons,
  ]);
}

/** The length left for the table. It is cut first, because the lines after it must stay. */
function lengthBeside(...texts: readonly string[]): number {
  const taken = texts.reduce((length, text) => length + text.length + 1, 0);
  return Math.max(0, Math.min(mostTableText, limits.message.text - taken));
}

function rest({ leftOut }: SaidTable, { range }: CostSummary): string[] {
  if (leftOut === 0) return [];
  return [`And ${plural(leftOut, "more day")}; ${code(`/db costs csv ${range.words}`)} has them all.`];
}

/** True if nothing in the period had costs. */
export function hasNoCosts({ services, total }: CostSummary): boolean {
  return total.isZero() && services.every((part) => part.total.isZero());
}

function nothingReply({ summary, service, firstDay, notes = [], buttons = [] }: CostsAnswer): Reply {
  const { range, previousTotal } = summary;
  const what = `No costs${service === undefined ? "" : ` of *${escapeName(service)}*`}`;
  const text = [
    `${what} ${when(range)} (UTC days).`,
    ...(previousTotal.isZero()
      ? []
      : [`There were ${formatCredits(previousTotal)} credits ${when(range.previous)}.`]),
    firstDay === undefined
      ? "New services show costs after their first hours."
      : `The first costs known here are of ${humanDays(firstDay, firstDay)}.`,
    ...formatDisputed(summary.disputed),
    ...notes,
  ].join(" ");
  return reply(text, [section(text), ...buttons]);
}

/** An answer's picture: bars by metric if the answer is by metric or of one service, else by service. */
export function chartOf(summary: CostSummary, view: CostView, service?: string): ChartFacts {
  const by = view === "metric" || service !== undefined ? "metric" : "service";
  const parts = by === "service" ? summary.services : summary.metrics;
  const of = service === undefined ? "" : ` of ${service}`;
  return {
    kind: "chart",
    title: `Credits a ${bucketName(summary.buckets)}${of} by ${by}, ${summary.range.label}`,
    by,
    buckets: summary.buckets.map(({ label, provisional }) => ({ label, provisional })),
    series: parts
      .filter(({ total }) => !total.isZero())
      .map(({ name, amounts }) => ({ name, amounts: amounts.map((amount) => amount.toNumber()) })),
  };
}

function bucketName(buckets: readonly CostBucket[]): string {
  const longest = Math.max(...buckets.map(({ from, to }) => countDays(from, to)));
  if (longest <= 1) return "day";
  return longest <= 7 ? "week" : "month";
}
