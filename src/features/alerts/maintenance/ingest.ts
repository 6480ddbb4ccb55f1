import { newsScore } from "../../../platform/jobs/outbox/shown.ts";
import { keys } from "../../../platform/redis/keys.ts";
import type { AlertContext } from "../context.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import type { IngestedIncident, RedisCommand } from "../ingest/commit.ts";
import { type Edge, advanceWindows, nextEdgeMs, withHeldBack } from "./advance.ts";
import { noteCommands, stateCommands } from "./notes.ts";
import { type MaintenanceState, type Span, isHeld, noteItem, spanAt } from "./record.ts";

/** A hook's maintenance while a part of its inbox is ingested. */
export interface Maintenance {
  /** The one that goes on. */
  span: Span | undefined;
  /** What to store once the events are applied. */
  commandsAfter: (
    incidents: readonly IngestedIncident[],
    known: readonly Incident[],
    counts: Readonly<Record<string, number>>,
  ) => RedisCommand[];
  /** True if something is posted in the hook's channel. */
  hasNotes: boolean;
}

type Context = Pick<AlertContext, "workspaceId" | "maintenance" | "incidents">;

const none: Maintenance = { span: undefined, commandsAfter: () => [], hasNotes: false };

/** Deals with the begins and ends of a hook's maintenance until now. Hooks without windows cost nothing. */
export async function dealWithMaintenance(
  hook: Hook,
  isDue: boolean,
  nowMs: number,
  context: Context,
): Promise<Maintenance> {
  const { maintenance: windows = [], id } = hook;
  if (windows.length === 0 && !isDue) return none;
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
    span: spanAt(windows, nowMs),
    hasNotes: notes.length > 0,
    commandsAfter(incidents, known, counts) {
      const after = withMore(state, incidents, known, counts);
      return [
        ...stateCommands(workspaceId, id, after, nextEdgeMs(windows, after)),
        ...notes,
        ...releases(open, hook, nowMs, workspaceId),
      ];
    },
  };
}

function withMore(
  state: MaintenanceState,
  incidents: readonly IngestedIncident[],
  known: readonly Incident[],
  counts: Readonly<Record<string, number>>,
): MaintenanceState {
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
