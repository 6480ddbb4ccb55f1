import type { Decimal } from "decimal.js";
import { type Day, addDays } from "../../../lib/day.ts";
import { Credits, formatCredits } from "../../../lib/money.ts";
import type { ChangedDay, OpenDigest } from "./schedule.ts";

/** What a day costs by now, and whether that is final. */
export interface DayNow {
  total: Decimal;
  locked: boolean;
}

const tellAbovePercent = 5;
/** A day that is not final by then is not waited for any longer. */
const waitedForDays = 45;

/** A digest after a look at its days: without those that are final or too old, and with those whose thread has to hear of it. */
export function afterLook(digest: OpenDigest, days: ReadonlyMap<Day, DayNow>, today: Day): OpenDigest {
  const provisional = digest.provisional.filter(
    ({ day }) => !days.get(day)?.locked && day >= addDays(today, -waitedForDays),
  );
  const changed = digest.provisional.flatMap(({ day, said }): ChangedDay[] => {
    const now = days.get(day);
    return now?.locked && isLargeChange(new Credits(said), now.total)
      ? [{ day, said, final: now.total.toFixed() }]
      : [];
  });
  return { ...digest, provisional, ...(changed.length > 0 && { changed }) };
}

/** True above 5 percent, in what a reader can see of the amounts; anything is, of nothing. */
function isLargeChange(said: Decimal, final: Decimal): boolean {
  if (formatCredits(said) === formatCredits(final)) return false;
  return final.minus(said).abs().times(100).gt(said.abs().times(tellAbovePercent));
}
