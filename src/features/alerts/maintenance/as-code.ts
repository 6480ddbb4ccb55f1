import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import { longestMs } from "./read.ts";
import { MaintenanceWindow, WeeklyTimes } from "./record.ts";

const { criticalPasses } = MaintenanceWindow.shape;
const Time = z.iso.datetime();

/** A maintenance window as code. When a person ended it early isn't in it. */
export const MaintenanceItem = z.discriminatedUnion("kind", [
  z
    .strictObject({ kind: z.literal("once"), from: Time, until: Time, criticalPasses })
    .refine(({ from, until }) => Date.parse(until) > Date.parse(from), {
      path: ["until"],
      message: "must be after `from`",
    })
    .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= longestMs, {
      path: ["until"],
      message: "must be at most 30 days after `from`",
    }),
  strictly(z.object({ ...WeeklyTimes.shape, criticalPasses })),
]);
export type MaintenanceItem = z.output<typeof MaintenanceItem>;

/** A window as code. */
export function maintenanceItemOf({ when, criticalPasses: passes }: MaintenanceWindow): MaintenanceItem {
  if (when.kind === "weekly") return { ...when, criticalPasses: passes };
  const [from = "", until = ""] = [when.fromMs, when.untilMs].map((ms) => new Date(ms).toISOString());
  return { kind: "once", from, until, criticalPasses: passes };
}

/** Windows that say what the items do. Those that are there already stay as they are. */
export function windowsOf(
  items: readonly MaintenanceItem[],
  present: readonly MaintenanceWindow[],
  made: { newId: () => string; userId: string; at: string },
): MaintenanceWindow[] {
  const left = [...present];
  return items.map((item) => {
    const index = left.findIndex((window) => isSameItem(maintenanceItemOf(window), item));
    const [kept] = index === -1 ? [] : left.splice(index, 1);
    return kept ?? windowOf(item, made);
  });
}

function windowOf(
  item: MaintenanceItem,
  { newId, userId, at }: { newId: () => string; userId: string; at: string },
): MaintenanceWindow {
  const { criticalPasses: passes, ...times } = item;
  const when =
    times.kind === "weekly"
      ? times
      : { kind: "once" as const, fromMs: Date.parse(times.from), untilMs: Date.parse(times.until) };
  return { id: newId(), when, ...(passes && { criticalPasses: passes }), userId, at };
}
