import { CostRecord } from "../../../src/platform/cloud/costs/usage.ts";
import type { CostDay } from "../../../src/features/costs/ledger/ledger.ts";
import type { DaySpan } from "../../../src/lib/period/spans.ts";
import { daysFrom } from "../../../src/lib/day.ts";

/** A record as the client reads it. By default for a final day of one service. */
export function costRecord(wire: Record<string, unknown> = {}): CostRecord {
  return CostRecord.parse({
    date: "2026-11-18",
    entityId: "a1b2c3d4-0000-4000-8000-000000000001",
    entityName: "orders prod",
    entityType: "service",
    metrics: { computeCredits: 10 },
    totalCredits: 10,
    locked: true,
    ...wire,
  });
}

/** Records as a ledger's days: all days of a span, or without a span the days with records. */
export async function* costDays(records: readonly CostRecord[], span?: DaySpan): AsyncGenerator<CostDay> {
  const byDay = Map.groupBy(records, ({ date }) => date);
  const days = span ? daysFrom(span.from, span.to) : [...byDay.keys()].toSorted();
  for (const day of days) {
    const ofDay = byDay.get(day) ?? [];
    yield { day, locked: ofDay.every(({ locked }) => locked), records: ofDay };
  }
}
