import { type CostEntity, costEntities } from "./cost-entity.ts";
import { type CostSettings, factorKey } from "./cost-settings.ts";
import type { ServiceRecord } from "./service-record.ts";
import { isFinal, shareKnownBefore } from "./final-days.ts";
import { daysFrom, dayStart } from "./utc-day.ts";
import { dayMs } from "./duration.ts";

/**
 * The costs of services from one UTC day to another, both included, in credits: one record per day per entity,
 * and none for a day without costs, such as a future day or a day before the entity existed.
 */
export function costHistory(
  services: readonly ServiceRecord[],
  { from, to, now, factors }: { from: string; to: string; now: Date } & Pick<CostSettings, "factors">,
) {
  const entities = costEntities(services);
  const records = daysFrom(from, to).flatMap((day) =>
    entities
      .map((entity) => dayRecord(day, entity, { now, factors }))
      .filter(({ hundredths }) => hundredths > 0),
  );
  const grandTotal = records.reduce((sum, { hundredths }) => sum + hundredths, 0);
  return { grandTotalCredits: grandTotal / 100, costs: records.map(({ record }) => record) };
}

/** Sums whole hundredths, so they add up exactly, and then converts to credits. */
function dayRecord(
  day: string,
  entity: CostEntity,
  { now, factors }: { now: Date } & Pick<CostSettings, "factors">,
) {
  const { entityType, entityId, entityName, dataWarehouseId, serviceId } = entity;
  const locked = isFinal(day, now);
  const share = shareOfDay(day, entity, now) * (factors.get(factorKey(entityId, day)) ?? 1);
  const shown = locked ? 1 : shareKnownBefore(day);
  const whole = share === 0 ? [] : Object.entries(entity.fullDay(day));
  const metrics = whole.map(
    ([name, amount]) => [name, Math.round(Math.floor(amount * share) * shown)] as const,
  );
  const hundredths = metrics.reduce((sum, [, amount]) => sum + amount, 0);
  const record = {
    dataWarehouseId,
    serviceId,
    entityId,
    date: day,
    entityName,
    metrics: Object.fromEntries(metrics.map(([name, amount]) => [name, amount / 100])),
    totalCredits: hundredths / 100,
    locked,
    entityType,
  };
  return { hundredths, record };
}

/** The share of a day in which an entity existed until now: 1 on whole days, 0 outside its life, between at its ends. */
function shareOfDay(day: string, { createdAt, deletedAt }: CostEntity, now: Date): number {
  const startMs = dayStart(day).getTime();
  const fromMs = Math.max(startMs, createdAt.getTime());
  const toMs = Math.min(startMs + dayMs, (deletedAt ?? now).getTime(), now.getTime());
  return Math.max(0, toMs - fromMs) / dayMs;
}
