import { AppError } from "../../../lib/errors.ts";
import { type Day, countDays, humanDays } from "../../../lib/day.ts";
import { Numeric } from "../answer-fields.ts";
import { neutralWireNames } from "../wire-names.ts";

// The names in spec/api.md, "Usage cost record", without their ending.
const metric = /^(?:storage|backup|compute|(?:d|publicD|interRegionTier\d+D)ataTransfer|initialLoad)(.+)$/;
const total = /^total([A-Z_-].*)$/;
const grandTotal = /^grandTotal(.+)$/;
/** The words that WIRE_CREDITS takes, no longer than a name: the word comes from the cloud and people see it. */
const plainWord = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** An amount with an unknown name. */
interface OtherAmount {
  /** The ending of the name, as far as it is clear. */
  ending: string;
  amount: number;
}

/** The unknown ending of the names of a record's amounts; undefined if no amount has one. */
export function recordEnding(record: object, metrics: object, known: string): string | undefined {
  return (otherIn(record, total, known) ?? otherIn(metrics, metric, known))?.ending;
}

/** A report's grand total with an unknown name. */
export function otherGrandTotal(report: object, known: string): OtherAmount | undefined {
  return otherIn(report, grandTotal, known);
}

function otherIn(fields: object, names: RegExp, known: string): OtherAmount | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const [, ending = known] = names.exec(name) ?? [];
    const amount = ending === known ? undefined : Numeric.safeParse(value).data;
    if (amount !== undefined) return { ending, amount };
  }
  return undefined;
}

/** The part of an answer about costs that is not understood. */
interface UnclearCosts {
  days: readonly Day[];
  /** The ending of its amounts, as far as it is clear. */
  ending: string | undefined;
}

/** The failure for costs without known amounts. It names the setting, and its value if the ending is a plain word. */
export function costsNotUnderstood({ days, ending }: UnclearCosts): AppError {
  const advice =
    ending !== undefined && isWireWord(ending)
      ? `The cloud's amounts end in \`${ending}\`. Ask the operator of Quartermaster to set \`WIRE_CREDITS=${ending}\`.`
      : "Ask the operator of Quartermaster to set `WIRE_CREDITS` to the ending of the cloud's amounts.";
  const what = `I don't understand the costs of ${formatDays(days)}: the cloud's records have no amount that I know.`;
  return new AppError("upstream", `${what} ${advice}`, { succeeded: true, happened: what });
}

/** False for an ending that no setting could have, and for one that holds the present setting. */
function isWireWord(ending: string): boolean {
  return plainWord.test(ending) && !ending.endsWith(neutralWireNames.credits);
}

function formatDays(days: readonly Day[]): string {
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const isOneRun = countDays(from, to) === days.length;
  return isOneRun
    ? humanDays(from, to)
    : `${days.length} days between ${humanDays(from, from)} and ${humanDays(to, to)}`;
}
