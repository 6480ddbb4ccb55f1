/** How usage costs are answered; what the control endpoint says of them last counts. */
export interface CostSettings {
  /** As running servers write them or, where one record is the answer, as specified. */
  shape: "array" | "object";
  /** True while keys lack the right to read usage costs. */
  forbidden: boolean;
  /** How many times as much as usual a service costs on a day, by both. */
  readonly factors: Map<string, number>;
}

/** A list for everybody who asks, and nothing out of the ordinary. */
export function usualCosts(): CostSettings {
  return { shape: "array", forbidden: false, factors: new Map() };
}

/** What a service's day is found by among the factors. */
export function factorKey(serviceId: string, day: string): string {
  return `${serviceId} ${day}`;
}
