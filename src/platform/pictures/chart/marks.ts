import type { ChartBucket, ChartFacts } from "../facts.ts";

/** How a bar is marked that shows less than the whole truth. */
interface Mark {
  kind: "provisional" | "partial";
  /** Its meaning, for the legend. */
  name: string;
}

/** The marks that a chart's bars have, as its legend explains them. */
export function marksOf({
  unit,
  buckets,
}: {
  unit: ChartFacts["unit"];
  buckets: readonly Pick<ChartBucket, "provisional" | "partial">[];
}): Mark[] {
  const isOpen = buckets.some(({ partial }) => partial === "open");
  const isCut = buckets.some(({ partial }) => partial === "cut");
  const partial = isOpen && !isCut ? "Not over yet" : `Part of a ${unit}`;
  return [
    ...(buckets.some(({ provisional }) => provisional)
      ? [{ kind: "provisional", name: "May still change" } as const]
      : []),
    ...(isOpen || isCut ? [{ kind: "partial", name: partial } as const] : []),
  ];
}
