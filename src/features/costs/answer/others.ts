import type { Decimal } from "decimal.js";
import { sum } from "../../../lib/money.ts";

interface Part {
  total: Decimal;
  share: Decimal | null;
  /** The total in the period before, where it is known. */
  previous?: Decimal;
}

/** The first `count` parts as they are, and what all others come to together; null where there are none. */
export function withOthers<P extends Part>(parts: readonly P[], count: number) {
  const others = parts.slice(count);
  return { shown: parts.slice(0, count), others: others.length === 0 ? null : together(others) };
}

function together(parts: readonly Part[]): Required<Part> & { count: number } {
  return {
    count: parts.length,
    total: sum(parts.map(({ total }) => total)),
    share: parts.some(({ share }) => share === null) ? null : sum(parts.map(({ share }) => share ?? 0)),
    previous: sum(parts.map(({ previous }) => previous ?? 0)),
  };
}
