import { escapeName } from "../../../platform/blocks/escape.ts";
import { formatCredits } from "../../../lib/money.ts";
import type { CostSummary } from "../summary.ts";

type Mover = CostSummary["movers"][number];

/** What changed most against the period before, a line each in mrkdwn; none where nothing can be compared. */
export function moversInWords({ movers, services }: CostSummary): string[] {
  if (movers.length === 0) return [];
  const together = services.length > 1 ? ", all services together" : "";
  const lines = movers.map((mover) => `• ${moverInWords(mover, together)}`);
  return [["*What changed most*", ...lines].join("\n")];
}

function moverInWords({ kind, name, total, previous, difference }: Mover, together: string): string {
  const what = `${escapeName(name)}${kind === "metric" ? together : ""}`;
  const size = formatCredits(difference.abs());
  if (previous.isZero()) return `${what}: ${size} more, with nothing before.`;
  const direction = difference.gt(0) ? "more" : "less";
  return `${what}: ${size} ${direction} (${formatCredits(total)} after ${formatCredits(previous)}).`;
}
