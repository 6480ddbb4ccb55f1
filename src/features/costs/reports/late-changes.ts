import type { Decimal } from "decimal.js";
import { type Day, addDays } from "../../../lib/day.ts";
import { type CreditPrice, Credits, formatCredits } from "../../../lib/money.ts";
import type { ChangedDay, OpenReport } from "./schedule.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { type Asked, commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import * as texts from "./texts.ts";

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
export function lateChangesReply(changed: readonly ChangedDay[], again: Asked, price?: CreditPrice): Reply {
  const text = texts.lateChanges(
    changed.map(({ day, said, final }) => ({ day, before: new Credits(said), now: new Credits(final) })),
    price,
  );
  return reply(text, [section(text), actions([commandButton(texts.buttons.now, again)])]);
}
