import { isRecord } from "./fields.ts";

// Where senders put what tells of the alert, beside what tells of the delivery.
const wrappers = new Set(
  "alert alerts event events incident incidents data payload issue monitor heartbeat notification problem alarm check rule attributes essentials customdetails embeds".split(
    " ",
  ),
);
const deepest = 4;
const mostLayers = 12;

/** The object and those inside it that tell of the same thing, the outer ones first, each with its names folded: "event_type" and "eventType" are "eventtype". */
export function layersOf(body: Record<string, unknown>): Record<string, unknown>[] {
  const layers: Record<string, unknown>[] = [];
  let level = [body];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const folded = level.map(foldNames);
    layers.push(...folded);
    level = folded.flatMap(innerOf);
  }
  return layers.slice(0, mostLayers);
}

function foldNames(record: Record<string, unknown>): Record<string, unknown> {
  // The first of two names that become one stays.
  const entries = Object.entries(record).map(([name, value]) => [
    name.toLowerCase().replace(/[^a-z\d]/g, ""),
    value,
  ]);
  return Object.fromEntries(entries.toReversed());
}

/** Of a list, what tells of its first item. */
function innerOf(layer: Record<string, unknown>): Record<string, unknown>[] {
  return wrapped(layer)
    .map((value): unknown => (Array.isArray(value) ? value[0] : value))
    .filter(isRecord);
}

/** The objects of the first list in a layer that tells of alerts. */
export function listIn(layer: Record<string, unknown>): Record<string, unknown>[] {
  return wrapped(layer).find(Array.isArray)?.filter(isRecord) ?? [];
}

function wrapped(layer: Record<string, unknown>): unknown[] {
  return Object.entries(layer).flatMap(([name, value]) => (wrappers.has(name) ? [value] : []));
}
