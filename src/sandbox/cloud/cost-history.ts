import { type CostEntity, costEntities } from "./cost-entity.ts";
import type { ServiceRecord } from "./service-record.ts";
import { dayMs, daysFrom, dayStart, utcDay } from "./utc-day.ts";

/**
 * What services cost from one UTC day to another, both included, in credits: one record per day per entity,
 * and none where the day cost nothing, as on days to come and days before the entity was there.
 */
export function costHistory(
  services: readonly ServiceRecord[],
  { from, to, now }: { from: string; to: string; now: Date },
) {
  const entities = costEntities(services);
  const records = daysFrom(from, to).flatMap((day) =>
    entities.map((entity) => dayRecord(day, entity, now)).filter(({ hundredths }) => hundredths > 0),
  );
  const grandTotal = records.reduce((sum, { hundredths }) => sum + hundredths, 0);
  return { grandTotalCredits: grandTotal / 100, costs: records.map(({ record }) => record) };
}

/** Sums are made of whole hundredths, so that they add up exactly; credits come last. */
function dayRecord(day: string, entity: CostEntity, now: Date) {
  const { entityType, entityId, entityName, dataWarehouseId, serviceId, createdAt } = entity;
  const share = shareOfDay(day, createdAt, now);
  const metrics = Object.entries(entity.fullDay(day)).map(
    ([name, whole]) => [name, Math.floor(whole * share)] as const,
  );
  const hundredths = metrics.reduce((sum, [, amount]) => sum + amount, 0);
  const record = {
    entityType,
    entityId,
    entityName,
    dataWarehouseId,
    serviceId,
    date: day,
    metrics: Object.fromEntries(metrics.map(([name, amount]) => [name, amount / 100])),
    totalCredits: hundredths / 100,
    // Today's amounts still grow; those of past days do not change any more.
    locked: day < utcDay(now),
  };
  return { hundredths, record };
}

/** How much of a day an entity has lived until now: 1 on whole days, 0 outside its life, between on the edges. */
function shareOfDay(day: string, createdAt: Date, now: Date): number {
  const startMs = dayStart(day).getTime();
  const fromMs = Math.max(startMs, createdAt.getTime());
  const toMs = Math.min(startMs + dayMs, now.getTime());
  return Math.max(0, toMs - fromMs) / dayMs;
}
