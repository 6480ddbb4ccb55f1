import type { ChartFacts } from "../../../../src/platform/pictures/facts.ts";

/** A chart of this many days with a series for each name. The last day is provisional. */
export function chartOf(
  names: readonly string[],
  days = 7,
  title = "Costs by service",
  about = "",
): ChartFacts {
  return {
    title,
    about,
    by: "service",
    unit: "day",
    buckets: Array.from({ length: days }, (_, day) => ({
      label: `${day + 1} Oct`,
      name: `${day + 1} Oct`,
      provisional: day === days - 1,
    })),
    series: names.map((name, series) => ({
      name,
      amounts: Array.from({ length: days }, (_, day) => (100 - series) * (1 + (day % 3))),
    })),
  };
}
