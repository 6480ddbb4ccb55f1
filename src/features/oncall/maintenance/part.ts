import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import { shortHash } from "../../../platform/audit/log.ts";
import { newsScore } from "../../../platform/jobs/outbox/shown.ts";
import { keys } from "../../../platform/redis/keys.ts";
import {
  type Applied,
  type HoldBack,
  type Hook,
  type HookPartInFile,
  type Incident,
  type IngestPart,
  type Ingestion,
  type RedisCommand,
  hookPart,
  isHeld,
  readableTitle,
  severityRank,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { maintenanceBlocks, maintenanceCalls, maintenanceForm } from "./command.ts";
import { noteCommands, noteMessage, stateCommands } from "./notes.ts";
import { longestMs } from "./read.ts";
import {
  type HeldBack,
  type KeptAlert,
  type MaintenanceState,
  MaintenanceWindow,
  WeeklyTimes,
  isNoteItem,
  maintenanceTimer,
  mostWindows,
  nextBeginMs,
  noteItem,
  spanAt,
} from "./record.ts";

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

type Context = Pick<OncallContext, "workspaceId" | "maintenance" | "incidents">;

/** Posts the begins and ends of a hook's maintenance until now, and holds alerts while one lasts. */
async function ingestWindows(
  { hook, isDue, nowMs }: IngestPart,
  context: Context,
): Promise<Ingestion | undefined> {
  const { maintenance: windows = [], id } = hook;
  if (windows.length === 0 && !isDue) return undefined;
  const { workspaceId } = context;
  const before = (await context.maintenance.find(id)) ?? { handledMs: nowMs };
  const { state, edges } = advanceWindows(windows, before, nowMs);
  const open = edges.some(({ what }) => what === "end") ? await heldIncidents(id, context) : [];
  const last = edges.findLastIndex(({ what }) => what === "end");
  const notes = edges.flatMap((edge, index) =>
    // Alerts are released after the last end.
    notesOf(edge, hook, index === last ? open.length : 0, workspaceId),
  );
  return {
    holdBack: spanAt(windows, nowMs),
    isPosting: notes.length > 0,
    store(applied) {
      const after = withMore(state, applied);
      return [
        ...stateCommands(workspaceId, id, after, nextEdgeMs(windows, after)),
        ...notes,
        ...releases(open, hook, nowMs, workspaceId),
      ];
    },
  };
}

function withMore(state: MaintenanceState, { incidents, known, counts }: Applied): MaintenanceState {
  const knownIds = new Set(known.map(({ id }) => id));
  const held = incidents.map(({ incident }) => incident).filter(isHeld);
  const alerts = held.filter(({ id }) => !knownIds.has(id)).length;
  return withHeldBack(state, held, { alerts, events: counts["suppressed:maintenance"] ?? 0 });
}

function notesOf(edge: Edge, hook: Hook, stillOpen: number, workspaceId: string): RedisCommand[] {
  const { sinceMs, untilMs } = edge.span;
  const isEnd = edge.what === "end";
  const note = {
    hookId: hook.id,
    hookName: hook.name,
    ...edge.span,
    ...(isEnd && { ended: { ...edge.heldBack, stillOpen } }),
  };
  const itemId = noteItem(hook.id, sinceMs, edge.what);
  return noteCommands(workspaceId, hook.channelId, itemId, note, newsScore(isEnd ? untilMs : sinceMs));
}

/** Few enough that reading them doesn't hold Redis for long. */
const mostAtOnce = 500;

/** The open incidents of a hook that are not posted. */
async function heldIncidents(hookId: string, { incidents }: Context): Promise<Incident[]> {
  const ids = await incidents.open(hookId);
  const held: Incident[] = [];
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const some = await incidents.many(ids.slice(from, from + mostAtOnce));
    held.push(...some.filter((incident) => isHeld(incident) && incident.state !== "resolved"));
  }
  return held;
}

/** Makes the timers of held incidents due, so each is released by its next tick. */
function releases(
  held: readonly Incident[],
  { id }: Hook,
  nowMs: number,
  workspaceId: string,
): RedisCommand[] {
  const timers = keys.incidentTimers(workspaceId, id);
  const commands: RedisCommand[] = [];
  for (let from = 0; from < held.length; from += mostAtOnce) {
    const pairs = held.slice(from, from + mostAtOnce).flatMap((incident) => [nowMs, incident.id]);
    // Only those that have a timer: an incident of this step that has ended has none.
    commands.push(["ZADD", timers, "XX", ...pairs]);
  }
  return commands;
}

/** A begin or an end of a maintenance that is to be posted. */
export type Edge = { what: "begin"; span: HoldBack } | { what: "end"; span: HoldBack; heldBack: HeldBack };

const nothing: HeldBack = { alerts: 0, events: 0, worst: [] };

/** The most edges in one step. The next round goes on. */
const mostEdges = 100;

/** Deals with all begins and ends until a time, in their order. Each is an edge once, however late it is. */
export function advanceWindows(
  windows: readonly MaintenanceWindow[],
  state: MaintenanceState,
  nowMs: number,
): { state: MaintenanceState; edges: Edge[] } {
  let { handledMs, active } = state;
  const edges: Edge[] = [];
  while (edges.length < mostEdges) {
    if (active) {
      const { sinceMs, ...heldBack } = active;
      const span = spanAt(windows, sinceMs);
      // Its window was removed, or a person ended it at once.
      const untilMs = span?.untilMs ?? nowMs;
      if (untilMs > nowMs) return { state: { handledMs, active }, edges };
      const criticalPasses = span?.criticalPasses ?? false;
      edges.push({ what: "end", span: { sinceMs, untilMs, criticalPasses }, heldBack });
      handledMs = untilMs;
      active = undefined;
    } else {
      const sinceMs = spanAt(windows, handledMs) ? handledMs : nextBeginMs(windows, handledMs);
      const span = sinceMs === undefined ? undefined : spanAt(windows, sinceMs);
      if (sinceMs === undefined || !span || sinceMs > nowMs) {
        return { state: { handledMs: nowMs }, edges };
      }
      edges.push({ what: "begin", span: { ...span, sinceMs } });
      handledMs = sinceMs;
      active = { sinceMs, ...nothing };
    }
  }
  return { state: { handledMs, active }, edges };
}

/** When the next begin or end is due, in Unix milliseconds. */
function nextEdgeMs(
  windows: readonly MaintenanceWindow[],
  { handledMs, active }: MaintenanceState,
): number | undefined {
  return active ? spanAt(windows, active.sinceMs)?.untilMs : nextBeginMs(windows, handledMs);
}

const mostWorst = 5;

/** The state after more was held back: these incidents, as they are now, and that many events. */
function withHeldBack(
  { handledMs, active }: MaintenanceState,
  incidents: readonly Incident[],
  { alerts, events }: { alerts: number; events: number },
): MaintenanceState {
  if (!active) return { handledMs };
  const byId = new Map(active.worst.map((each) => [each.id, each]));
  for (const { id, latest, state, severity, times } of incidents) {
    const { title } = readableTitle(latest, state === "resolved");
    byId.set(id, { id, title, severity, times });
  }
  const worst = [...byId.values()].toSorted(worseFirst).slice(0, mostWorst);
  const more = { alerts: active.alerts + alerts, events: active.events + events, worst };
  return { handledMs, active: { ...active, ...more } };
}

function worseFirst(a: KeptAlert, b: KeptAlert): number {
  return (
    severityRank(b.severity) - severityRank(a.severity) || b.times - a.times || a.title.localeCompare(b.title)
  );
}

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
  form: maintenanceForm,
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
