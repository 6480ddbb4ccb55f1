import type { Decimal } from "decimal.js";
import type { CostPart } from "../parts.ts";

/** What changed against the period before. */
export interface Mover {
  kind: "service" | "metric";
  name: string;
  total: Decimal;
  previous: Decimal;
  difference: Decimal;
}

const most = 3;

/** The three services or metrics that changed most, up or down; fewer where fewer changed, and of one service only metrics. */
export function largestMovers(services: readonly CostPart[], metrics: readonly CostPart[]): Mover[] {
  // The change of the only service is the change of the whole.
  const several = services.length > 1 ? services : [];
  return [...several.map(moverOf("service")), ...metrics.map(moverOf("metric"))]
    .filter(({ difference }) => !difference.isZero())
    .sort((a, b) => b.difference.abs().comparedTo(a.difference.abs()))
    .slice(0, most);
}

function moverOf(kind: Mover["kind"]) {
  return ({ name, total, previous }: CostPart): Mover => ({
    kind,
    name,
    total,
    previous,
    difference: total.minus(previous),
  });
}
