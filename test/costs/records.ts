import { CostRecord } from "../../src/cloud/usage-cost.ts";

/** A record as the client reads it from the wire; what is not given is as in a settled day of one service. */
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
