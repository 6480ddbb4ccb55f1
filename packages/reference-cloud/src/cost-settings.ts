/** Settings of usage costs, from the last call of their control. */
export interface CostSettings {
  /** A list like running servers, or one record as an object like the specification. */
  shape: "array" | "object";
  /** True while keys lack the right to read usage costs. */
  forbidden: boolean;
  /** The factors of a service's costs on a day, by both. */
  readonly factors: Map<string, number>;
}

/** The default: a list, allowed, without factors. */
export function usualCosts(): CostSettings {
  return { shape: "array", forbidden: false, factors: new Map() };
}

/** The key of a service's day among the factors. */
export function factorKey(serviceId: string, day: string): string {
  return `${serviceId} ${day}`;
}
