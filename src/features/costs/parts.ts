import type { Decimal } from "decimal.js";
import { sharesOf } from "../../lib/money.ts";
import type { PartTotals } from "./aggregate.ts";

/** A part of what a period cost: of a service or another entity, or of a metric. */
export interface CostPart extends PartTotals {
  /** The entity's id, or the metric's name on the wire. */
  id: string;
  /** No two parts of a summary read the same. */
  name: string;
  /** What the cloud calls a service that has another name here. */
  cloudName?: string;
  /** A percentage of the total; null where the total is not above 0. */
  share: Decimal | null;
}

type Named = Omit<CostPart, "share">;

/** With names told apart and shares that add up to 100, the costliest first. */
export function sortedParts(parts: readonly Named[]): CostPart[] {
  const sorted = toldApart(parts).sort(
    (a, b) => b.total.comparedTo(a.total) || b.previous.comparedTo(a.previous) || byName(a, b),
  );
  const shares = sharesOf(sorted.map(({ total }) => total));
  return sorted.map((part, index) => ({ ...part, share: shares[index] ?? null }));
}

/** By the beginning of their ids where that is enough, by the whole ids where it is not. */
function toldApart(parts: readonly Named[]): Named[] {
  const longerNames = [
    ({ name }: Named) => name,
    ({ name, id }: Named) => `${name} ${id.slice(0, 8)}`,
    ({ name, id }: Named) => `${name} ${id}`,
  ];
  return longerNames.reduce<Named[]>(
    (named, longer) => {
      const uses = Map.groupBy(named, ({ name }) => name);
      return named.map((part, index) => {
        const original = parts[index] ?? part;
        return uses.get(part.name)?.length === 1 ? part : { ...part, name: longer(original) };
      });
    },
    [...parts],
  );
}

function byName(a: Named, b: Named): number {
  return a.name < b.name ? -1 : 1;
}
