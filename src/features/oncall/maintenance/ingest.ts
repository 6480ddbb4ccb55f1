import {
  type Applied,
  type Hook,
  type Incident,
  type Ingestion,
  type IngestPart,
  isHeld,
  type RedisCommand,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { newsScore } from "../../../platform/jobs/outbox/shown.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { type Edge, advanceWindows, nextEdgeMs, withHeldBack } from "./advance.ts";
import { noteCommands, stateCommands } from "./notes.ts";
import { type MaintenanceState, noteItem, spanAt } from "./record.ts";

type Context = Pick<OncallContext, "workspaceId" | "maintenance" | "incidents">;

/** Posts the begins and ends of a hook's maintenance until now, and holds alerts while one lasts. */
export async function ingestWindows(
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
