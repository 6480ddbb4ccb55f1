import type { Decimal } from "decimal.js";
import { type Day, addDays, daysInRuns } from "../../../lib/day.ts";
import { Credits, formatCredits, changeBetween, separated } from "../../../lib/money.ts";
import type { ChangedDay, OpenReport } from "./schedule.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";

/** The present costs of a day, and whether they are final. */
export interface DayNow {
  total: Decimal;
  locked: boolean;
}

const notifyAbovePercent = 5;
/** Days that are older than this are no longer checked. */
const waitedForDays = 45;

/** A report after a check: without the days that are final or too old, and with the ones to post in its thread. */
export function afterCheck(report: OpenReport, days: ReadonlyMap<Day, DayNow>, today: Day): OpenReport {
  const provisional = report.provisional.filter(
    ({ day }) => !days.get(day)?.locked && day >= addDays(today, -waitedForDays),
  );
  const changed = report.provisional.flatMap(({ day, said }): ChangedDay[] => {
    const now = days.get(day);
    return now?.locked && isLargeChange(new Credits(said), now.total)
      ? [{ day, said, final: now.total.toFixed() }]
      : [];
  });
  return { ...report, provisional, changed: changed.length > 0 ? changed : undefined };
}

/** True above 5 percent if a reader can see the difference. Any amount after 0 counts. */
function isLargeChange(said: Decimal, final: Decimal): boolean {
  if (formatCredits(said) === formatCredits(final)) return false;
  return final.minus(said).abs().times(100).gt(said.abs().times(notifyAbovePercent));
}

/** The post in a report's thread about final days with costs other than those in the report. */
export function lateChangesReply(changed: readonly ChangedDay[], openCommand: string): Reply {
  const text = changed.length === 1 ? changed.map(sentenceOf).join("") : listOf(changed);
  return reply(text, [section(text), actions([commandButton("Costs as they are now", openCommand)])]);
}

function sentenceOf(change: ChangedDay): string {
  return `*${daysInRuns([change.day])}* is final now: ${amountsOf(change)}.`;
}

function listOf(changed: readonly ChangedDay[]): string {
  const lines = changed.map((change) => `• *${daysInRuns([change.day])}*: ${amountsOf(change)}`);
  return ["These days are final now:", ...lines].join("\n");
}

function amountsOf({ said, final }: ChangedDay): string {
  const [before, now] = [new Credits(said), new Credits(final)];
  return `${formatCredits(now)} credits, ${comparison(before, now)} counted above`;
}

function comparison(before: Decimal, now: Decimal): string {
  const direction = now.gt(before) ? "more" : "less";
  const change = changeBetween(now, before);
  const size = change === null ? direction : `${separated(change.percent.abs(), 1)}% ${direction}`;
  return `${size} than the ${formatCredits(before)}`;
}
