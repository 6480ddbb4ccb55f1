import type { Decimal } from "decimal.js";
import { z } from "zod";
import type { EventLoopYielder } from "../../lib/event-loop.ts";
import { hashText } from "../../lib/hash.ts";
import { isNegligible, sharesOf, sum } from "../../lib/money.ts";
import type { NamedService, ServiceLabel } from "../../lib/names.ts";
import { costMetrics } from "../../platform/cloud/costs/usage.ts";
import { chartColors } from "../../platform/pictures/svg.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import { keys } from "../../platform/redis/keys.ts";
import { script } from "../../platform/redis/script.ts";
import { type CostAggregate, type EntitySums, type PartTotals, totalsOf } from "./aggregate.ts";

/** One part of a period's costs: a service, another entity or a metric. */
export interface CostPart extends PartTotals {
  /** The entity's id, or the metric's name on the wire. */
  id: string;
  /** Unique within a summary. */
  name: string;
  /** The cloud's name for a service, if it differs from `name`. */
  cloudName?: string;
  /** False for an entity of another type, such as a warehouse. Absent for a metric. */
  isService?: boolean;
  /** A percentage of the total; null if the total is not above 0. */
  share: Decimal | null;
}

type Named = Omit<CostPart, "share">;

/** Sorts parts, the costliest first. Makes names unique, and shares that add up to 100. */
export function sortedParts(parts: readonly Named[]): CostPart[] {
  const sorted = withDistinctNames(parts).sort(
    (a, b) => b.total.comparedTo(a.total) || b.previous.comparedTo(a.previous) || byName(a, b),
  );
  const shares = sharesOf(sorted.map(({ total }) => total));
  return sorted.map((part, index) => ({ ...part, share: shares[index] ?? null }));
}

/** Adds the first 8 characters of the id to equal names, or the whole id if that is not enough. */
function withDistinctNames(parts: readonly Named[]): Named[] {
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

/**
 * The costs of every metric that is not 0 in both periods, the costliest first. If the metrics do not add up to the
 * records' totals, the totals count and the difference is "Other".
 */
export function costsByMetric({ metrics }: CostAggregate, whole: PartTotals): CostPart[] {
  const parts = [...metrics].map(([id, sums]) => ({
    id,
    name: metricLabel(id),
    ...totalsOf(sums, whole.amounts.length),
  }));
  const came = [...parts, ...otherCost(parts, whole)];
  return sortedParts(came.filter(({ total, previous }) => !total.isZero() || !previous.isZero()));
}

function otherCost(parts: readonly PartTotals[], whole: PartTotals): Omit<CostPart, "share">[] {
  const left = (all: Decimal, amountOf: (part: PartTotals) => Decimal | undefined) =>
    all.minus(sum(parts.map((part) => amountOf(part) ?? 0)));
  const total = left(whole.total, (part) => part.total);
  const compared = left(whole.compared, (part) => part.compared);
  const previous = left(whole.previous, (part) => part.previous);
  if (isNegligible(total) && isNegligible(previous)) return [];
  const amounts = whole.amounts.map((amount, index) => left(amount, (part) => part.amounts[index]));
  return [{ id: "", name: "Other", total, compared, previous, amounts }];
}

/** A metric's label. A metric that the specification does not name is split into words: `gpuHoursCredits` is "Gpu hours". */
export function metricLabel(metric: string): string {
  const known: Record<string, string> = costMetrics;
  if (Object.hasOwn(known, metric)) return known[metric] ?? metric;
  const words = metric
    .replace(/Credits$/, "")
    .replace(/(?<=[a-z\d])(?=[A-Z])|_+/g, " ")
    .toLowerCase()
    .trim();
  return words === "" ? metric : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Reads the labels of services, given those that the costs name. */
export type LabelsOf = (seen: readonly NamedService[]) => Promise<ServiceLabel>;

/** The costs of every entity of either period, the costliest first; a service has its usual label. */
export async function costsByEntity(
  { entities }: CostAggregate,
  bucketCount: number,
  yieldIfLong: EventLoopYielder,
  labelsOf: LabelsOf = async () => asCalled,
): Promise<CostPart[]> {
  const label = await labelsOf(servicesAmong(entities));
  const parts: Omit<CostPart, "share">[] = [];
  for (const [id, entity] of entities) {
    const called = entityName(id, entity);
    const name = labelled(id, entity, label);
    const renamed = name === called ? {} : { cloudName: called };
    parts.push({ id, name, ...renamed, isService: isService(entity.type), ...totalsOf(entity, bucketCount) });
    await yieldIfLong();
  }
  return sortedParts(parts);
}

const asCalled: ServiceLabel = (_, name) => name;

function servicesAmong(entities: CostAggregate["entities"]): NamedService[] {
  return [...entities].flatMap(([serviceId, { name, type }]) =>
    name !== undefined && isService(type) ? [{ serviceId, name }] : [],
  );
}

/** An entity's name, which is the label for a service. */
export function labelled(id: string, entity: Pick<EntitySums, "name" | "type">, label: ServiceLabel): string {
  const called = entityName(id, entity);
  return isService(entity.type) && id !== "" ? label(id, called) : called;
}

function isService(type: string | undefined): boolean {
  return type === undefined || type.toLowerCase() === "service";
}

// The latest name, followed by the type for anything but a service.
function entityName(id: string, { name, type }: Pick<EntitySums, "name" | "type">): string {
  const called = name ?? (id || "Without a name");
  if (type === undefined || isService(type)) return called;
  const kind = type.toLowerCase();
  return `${called} (${kind === "datawarehouse" ? "warehouse" : kind.replaceAll("_", " ")})`;
}

/** A part that changed against the period before. */
export interface Mover extends Pick<CostPart, "name" | "compared" | "previous"> {
  kind: "service" | "metric";
  difference: Decimal;
}

const most = 3;

/** At most three services or metrics that changed most, up or down. With only one service, just metrics. */
export function largestMovers(services: readonly CostPart[], metrics: readonly CostPart[]): Mover[] {
  // With only one service, its change is the change of the total.
  const several = services.length > 1 ? services : [];
  const movers = [
    ...several.map((part) => ({ ...part, kind: "service" as const })),
    ...metrics.map((part) => ({ ...part, kind: "metric" as const })),
  ];
  return movers
    .map(({ kind, name, compared, previous }) => {
      return { kind, name, compared, previous, difference: compared.minus(previous) };
    })
    .filter(({ difference }) => !difference.isZero())
    .sort((a, b) => b.difference.abs().comparedTo(a.difference.abs()))
    .slice(0, most);
}

const colorCount = chartColors.parts.length;
/** Far more than a workspace has. Above that, colours are not kept, so the record stays small. */
const mostKept = 1_000;

/**
 * Gives each id its kept colour, or the one that the fewest ids have. So colours do not depend on rank, and as many
 * services as there are colours never share one.
 */
const colorsOf = script(`
local count, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local uses = {}
for color = 0, count - 1 do uses[color] = 0 end
local kept = redis.call('hvals', KEYS[1])
for _, color in ipairs(kept) do
  local index = tonumber(color) % count
  uses[index] = uses[index] + 1
end
local size, found = #kept, {}
for index = 3, #ARGV do
  local color = tonumber(redis.call('hget', KEYS[1], ARGV[index]))
  if not color and size >= most then
    color = tonumber(string.sub(redis.sha1hex(ARGV[index]), 1, 6), 16) % count
  elseif not color then
    color = 0
    for other = 1, count - 1 do if uses[other] < uses[color] then color = other end end
    redis.call('hset', KEYS[1], ARGV[index], color)
    uses[color] = uses[color] + 1
    size = size + 1
  end
  found[#found + 1] = color
end
return found
`);

/** The colours of one workspace's services and warehouses in pictures, in Redis: a hash from id to number. */
export function partColors(redis: RedisClient, workspaceId: string) {
  return {
    /** The number of each part's colour. A new part gets one, the costliest first. */
    async of(ids: readonly string[]): Promise<Map<string, number>> {
      if (ids.length === 0) return new Map();
      const args = [colorCount, mostKept, ...ids];
      const found = await reachingRedis(() => colorsOf(redis, [keys.partColors(workspaceId)], args));
      const colors = z.array(z.number()).parse(found);
      return new Map(ids.map((id, index) => [id, colors[index] ?? 0]));
    },
  };
}

const metrics = Object.keys(costMetrics);

/** The number of a metric's colour, which is the same in every workspace. */
export function metricColor(id: string): number {
  const index = metrics.indexOf(id);
  return index === -1 ? Number.parseInt(hashText(id, 6), 16) % colorCount : index;
}
