import { escapeName } from "../blocks/escape.ts";
import { formatCredits } from "../lib/money.ts";
import type { CostSummary } from "./summary.ts";

type Mover = CostSummary["movers"][number];

/** What changed most against the period before, a line each in mrkdwn; none where nothing can be compared. */
export function moversInWords({ movers, services }: CostSummary): string[] {
  // Of one service, only its metrics say more than the headline.
  const ofOne = services.length === 1;
  const told = movers.filter(({ kind }) => !ofOne || kind === "metric");
  if (told.length === 0) return [];
  const lines = told.map((mover) => `• ${moverInWords(mover, ofOne ? "" : ", all services together")}`);
  return [["*What changed most*", ...lines].join("\n")];
}

function moverInWords({ kind, name, total, previous, difference }: Mover, together: string): string {
  const what = `${escapeName(name)}${kind === "metric" ? together : ""}`;
  const size = formatCredits(difference.abs());
  if (previous.isZero()) return `${what}: ${size} more, with nothing before.`;
  const direction = difference.gt(0) ? "more" : "less";
  return `${what}: ${size} ${direction} (${formatCredits(total)} after ${formatCredits(previous)}).`;
}
