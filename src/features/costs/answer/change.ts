import type { Decimal } from "decimal.js";
import { changeBetween, formatPercent, separated } from "../../../lib/money.ts";

/** Smaller changes are steady: readers do not call them a rise or a fall. */
const steadyBelowPercent = 5;

/** The word for a change in percent: from 5% on it is up or down. Judged as it is shown, with one decimal. */
export function directionOf(percent: Decimal): "up" | "down" | "steady" {
  const shown = percent.toDecimalPlaces(1);
  if (shown.abs().lt(steadyBelowPercent)) return "steady";
  return shown.gt(0) ? "up" : "down";
}

/** A change in a table's cell: "up 12.3%", "down 8.0%", "steady +1.2%", "no change", "new", or "–" without a basis. */
export function formatMove(compared: Decimal, previous: Decimal): string {
  if (compared.eq(previous)) return "no change";
  if (previous.isZero()) return "new";
  const change = changeBetween(compared, previous);
  if (change === null) return "–";
  const direction = directionOf(change.percent);
  return direction === "steady"
    ? `steady ${formatPercent(change.percent)}`
    : `${direction} ${separated(change.percent.abs(), 1)}%`;
}
