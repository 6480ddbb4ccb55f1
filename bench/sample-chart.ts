import type { ChartFacts } from "../src/platform/pictures/facts.ts";

/** A month of ten services with two provisional days, which is about the largest common chart. */
export const sampleChart: ChartFacts = {
  title: "Costs by service",
  about: "October 2026",
  by: "service",
  unit: "day",
  buckets: Array.from({ length: 31 }, (_, day) => ({
    label: `${day + 1} Oct`,
    name: `${day + 1} Oct`,
    provisional: day > 28,
  })),
  series: Array.from({ length: 10 }, (_, series) => ({
    name: `orders production ${series + 1}`,
    amounts: Array.from({ length: 31 }, (_, day) => ((day * 7 + series * 13) % 97) / (series + 1)),
  })),
};
