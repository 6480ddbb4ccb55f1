import { dayMs } from "../../../lib/duration.ts";
import type { RotaReading, Shift } from "./record.ts";

/** A reading that is older says nothing about who is on call. */
const staleAfterMs = dayMs;

/** Who is on call from one moment to another. No one in a gap of the rota. */
export interface Period {
  fromMs: number;
  toMs: number;
  people: Shift[];
}

/** Who is on call: the present period and those that follow, or why it isn't known. */
export type OnCall = { periods: Period[] } | { unknown: "unread" | "stale" };

/** Who is on call from a moment on, as far as the rota says it. */
export function onCallAt(reading: RotaReading | undefined, atMs: number): OnCall {
  if (!reading || reading.readAtMs === 0) return { unknown: "unread" };
  if (atMs - reading.readAtMs > staleAfterMs) return { unknown: "stale" };
  return { periods: periodsFrom(reading.shifts, atMs) };
}

/** The people on call at a moment. Of shifts at the same time, those that began last count, because they are overrides. */
export function peopleAt(shifts: readonly Shift[], atMs: number): Shift[] {
  const present = shifts.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  const latestMs = Math.max(...present.map(({ fromMs }) => fromMs));
  const people = new Map(
    present.filter(({ fromMs }) => fromMs === latestMs).map((shift) => [keyOf(shift), shift]),
  );
  return [...people.values()];
}

function periodsFrom(shifts: readonly Shift[], atMs: number): Period[] {
  const edges = new Set(shifts.flatMap(({ fromMs, toMs }) => [fromMs, toMs]).filter((ms) => ms > atMs));
  const periods: Period[] = [];
  let fromMs = atMs;
  for (const toMs of [...edges].toSorted((a, b) => a - b)) {
    const people = peopleAt(shifts, fromMs);
    const last = periods.at(-1);
    if (last && isSame(last.people, people)) last.toMs = toMs;
    else periods.push({ fromMs, toMs, people });
    fromMs = toMs;
  }
  return periods;
}

function isSame(some: readonly Shift[], others: readonly Shift[]): boolean {
  const [a, b] = [some, others].map((people) => people.map(keyOf).toSorted().join("\n"));
  return a === b;
}

function keyOf({ name, userId }: Shift): string {
  return userId ?? name;
}
