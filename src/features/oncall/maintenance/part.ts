import { hookPart, type HookPartInFile } from "../../alerts/index.ts";
import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import { shortHash } from "../../../platform/audit/log.ts";
import { keys } from "../../../platform/redis/keys.ts";
import type { OncallContext } from "../context.ts";
import { maintenanceBlocks, maintenanceCalls } from "./command.ts";
import { ingestWindows } from "./ingest.ts";
import { noteMessage } from "./notes.ts";
import { longestMs } from "./read.ts";
import { MaintenanceWindow, WeeklyTimes, isNoteItem, maintenanceTimer, mostWindows } from "./record.ts";

declare module "../../alerts/hooks/record.ts" {
  interface HookFields {
    /** When new alerts are kept and not posted. */
    maintenance?: MaintenanceWindow[] | undefined;
  }
}

const { criticalPasses } = MaintenanceWindow.shape;
const Time = z.iso.datetime();

/** A maintenance window as code. When a person ended it early isn't in it. */
const MaintenanceItem = z.discriminatedUnion("kind", [
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
type MaintenanceItem = z.output<typeof MaintenanceItem>;

function itemOf({ when, criticalPasses: passes }: MaintenanceWindow): MaintenanceItem {
  if (when.kind === "weekly") return { ...when, criticalPasses: passes };
  const [from = "", until = ""] = [when.fromMs, when.untilMs].map((ms) => new Date(ms).toISOString());
  return { kind: "once", from, until, criticalPasses: passes };
}

/** Windows that say what the items do. Those that are there already stay as they are. */
function windowsOf(
  items: readonly MaintenanceItem[],
  present: readonly MaintenanceWindow[],
  made: { newId: () => string; userId: string; at: string },
): MaintenanceWindow[] {
  const left = [...present];
  return items.map((item) => {
    const index = left.findIndex((window) => isSameItem(itemOf(window), item));
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

const inFile: HookPartInFile<OncallContext, { maintenance?: MaintenanceItem[] | undefined }> = {
  /** People plan these from day to day, so without this the file leaves them alone. */
  fields: { maintenance: z.array(MaintenanceItem).max(mostWindows).optional() },
  itemOf: ({ maintenance = [] }) => ({ maintenance: maintenance.map(itemOf) }),
  put(hook, { maintenance }, { context: { newId }, stamp }) {
    const present = hook.maintenance ?? [];
    const windows = maintenance ? windowsOf(maintenance, present, { ...stamp, newId }) : present;
    return { maintenance: windows.length === 0 ? undefined : windows };
  },
  leftOut: {
    "maintenance.*.id": "made here",
    "maintenance.*.endedAtMs": "what happened here",
    "maintenance.*.userId": "who set it here",
    "maintenance.*.at": "when it was set here",
  },
  compared: (present, wanted) => ({ maintenance: wanted.maintenance && present.maintenance }),
  async afterPut(hookId, wanted, before, { maintenance, now }) {
    const isChanged = wanted.maintenance && !isSameItem(wanted.maintenance, before?.maintenance ?? []);
    if (isChanged) await maintenance.changed(hookId, now().getTime());
  },
  shownIn: { lists: ["hooks_maintenance_list"] },
};

/** What maintenance adds to hooks: times in which new alerts are kept and not posted. */
export const maintenancePart = hookPart<OncallContext>({
  fields: { maintenance: z.array(MaintenanceWindow).max(mostWindows).optional() },
  facts: ({ maintenance }) => ({
    maintenance: maintenance?.length,
    maintenanceHash: maintenance && shortHash(maintenance),
  }),
  kept: (workspaceId) => ({ hashes: [keys.maintenance(workspaceId)] }),
  asCode: inFile,
  calls: maintenanceCalls,
  examples: [
    "/db alerts hooks maintenance checkout Sat 02:00-04:00 weekly Europe/Berlin",
    "/db alerts hooks maintenance checkout 2026-11-28 22:00 for 2h critical passes",
  ],
  tab: { name: "maintenance", label: "Maintenance", draw: maintenanceBlocks },
  timer: maintenanceTimer,
  ingest: ingestWindows,
  posts: {
    has: isNoteItem,
    async wanted(itemId, { maintenance }) {
      const note = await maintenance.note(itemId);
      return note && { revision: 1, root: noteMessage(note), thread: [] };
    },
  },
});
