import { escapeName } from "../blocks/escape.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { type Table, plainTable, tableBlocks } from "../blocks/table.ts";
import { context, header, section } from "../blocks/text.ts";
import { daysInRuns } from "../lib/day.ts";
import { formatChange, formatCredits } from "../lib/money.ts";
import { formatShare } from "../lib/share.ts";
import { changeInWords, when } from "./change-in-words.ts";
import { withOthers } from "./others.ts";
import type { CostSummary } from "./summary.ts";

// More than a person reads; what comes after is small, and stands in one line together.
const maxServices = 40;
const maxMetrics = 12;

/** The answer to "what did it cost": the total and its change, each service, each metric, and what may still change. */
export function costsReply(summary: CostSummary): Reply {
  if (hasNothing(summary)) return nothingReply(summary);
  const headline = `*${formatCredits(summary.total)} credits* ${when(summary.range)}.\n${changeInWords(summary)}`;
  const services = servicesTable(summary);
  const metrics = metricsText(summary);
  const notes = notesOn(summary);
  return reply([headline, plainTable(services), ...metrics, notes].join("\n"), [
    header(`Costs: ${summary.range.label}`),
    section(headline),
    ...tableBlocks(services, "service"),
    ...metrics.map(section),
    context(notes),
  ]);
}

function hasNothing({ services }: CostSummary): boolean {
  return services.every(({ total, previous }) => total.isZero() && !previous.isZero());
}

function nothingReply(summary: CostSummary): Reply {
  const before = summary.previousTotal.isZero()
    ? ""
    : ` There were ${formatCredits(summary.previousTotal)} credits ${when(summary.range.previous)}.`;
  return say(
    `No costs ${when(summary.range)} (UTC days).${before} New services show costs after their first hours.`,
  );
}

function servicesTable({ services }: CostSummary): Table {
  const { shown, others } = withOthers(services, maxServices);
  const rows = others === null ? shown : [...shown, { ...others, name: `${others.count} others` }];
  return {
    columns: [
      { header: "Service" },
      { header: "Credits", align: "right" },
      { header: "Share", align: "right" },
      { header: "Change", align: "right" },
    ],
    rows: rows.map(({ name, total, share, previous }) => [
      name,
      formatCredits(total),
      formatShare(share, total),
      previous === undefined ? "" : formatChange(total, previous),
    ]),
  };
}

function metricsText(summary: CostSummary): string[] {
  const metrics = summary.metrics.filter(({ total }) => !total.isZero());
  if (metrics.length === 0) return [];
  const { shown, others } = withOthers(metrics, maxMetrics);
  const rows = others === null ? shown : [...shown, { ...others, name: `${others.count} others` }];
  const lines = rows.map(
    ({ name, total, share }) =>
      `• ${escapeName(name)}: ${formatCredits(total)} (${formatShare(share, total)})`,
  );
  return [["*By metric*", ...lines].join("\n")];
}

function notesOn({ days }: CostSummary): string {
  return [...costliestDay(days), ...provisionalDays(days), "All days are UTC days."].join(" ");
}

function costliestDay(days: CostSummary["days"]): string[] {
  const [first, ...rest] = days.toSorted((a, b) => b.total.comparedTo(a.total));
  if (first === undefined || rest.length === 0 || first.total.lte(0)) return [];
  return [`Costliest day: ${daysInRuns([first.day])} with ${formatCredits(first.total)}.`];
}

function provisionalDays(days: CostSummary["days"]): string[] {
  const provisional = days.filter((day) => day.provisional).map(({ day }) => day);
  if (provisional.length === 0) return [];
  return [
    `${daysInRuns(provisional)} ${provisional.length === 1 ? "is" : "are"} provisional and may still change.`,
  ];
}
