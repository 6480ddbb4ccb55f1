import { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import {
  type Hook,
  type HookPartInFile,
  type InboxEntry,
  type IngestPart,
  type Ingestion,
  type ReceivedEvent,
  type RedisCommand,
  hookPart,
  isOwnEvent,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import {
  afterBeat,
  afterCheck,
  backEvent,
  beatEvent,
  missedEvent,
  nextLookMs,
  startCountdown,
  withBeat,
} from "./advance.ts";
import { heartbeatBlocks, heartbeatCalls, heartbeatForm } from "./command.ts";
import { Heartbeat, type HeartbeatState, heartbeatKey, heartbeatTimer } from "./record.ts";
import * as texts from "./texts.ts";

declare module "../../alerts/hooks/record.ts" {
  interface HookFields {
    /** Set if every delivery is a beat, and a missing one is an incident. */
    heartbeat?: Heartbeat | undefined;
  }
}

const Item = z.strictObject(Heartbeat.pick({ everySeconds: true, graceSeconds: true }).shape);

function itemOf({ heartbeat }: Hook): z.output<typeof Item> | undefined {
  return heartbeat && { everySeconds: heartbeat.everySeconds, graceSeconds: heartbeat.graceSeconds };
}

const inFile: HookPartInFile<OncallContext, { heartbeat?: z.output<typeof Item> | undefined }> = {
  fields: { heartbeat: Item.optional() },
  itemOf: (hook) => ({ heartbeat: itemOf(hook) }),
  put: (hook, { heartbeat }, { stamp }) => ({
    heartbeat: heartbeat && { ...stamp, ...hook.heartbeat, ...heartbeat },
  }),
  leftOut: {
    "heartbeat.userId": "who set it here",
    "heartbeat.at": "when it was set here",
  },
  // Before, so a hook that expects beats has its timer.
  async beforePut({ id, heartbeat }, present, { heartbeats, now }) {
    if (heartbeat && !present?.heartbeat) await heartbeats.begin(id, heartbeat, now().getTime());
  },
  guards: (itemOfHook) => ({
    heartbeats: ({ hooks, heartbeats }, refusing) =>
      ({
        ...heartbeats,
        // It is called before the hook is changed.
        async begin(hookId, heartbeat, nowMs) {
          const present = await hooks.find(hookId);
          if (present)
            (await refusing())(present.name, itemOfHook(present), itemOfHook({ ...present, heartbeat }));
          return heartbeats.begin(hookId, heartbeat, nowMs);
        },
      }) satisfies OncallContext["heartbeats"],
  }),
};

type Context = Pick<OncallContext, "workspaceId" | "heartbeats" | "incidents">;

/** Takes the beats out of a part of an inbox, and looks for one that is overdue. */
async function takeBeats(part: IngestPart, context: Context): Promise<Ingestion | undefined> {
  const { hook, waiting, isDue } = part;
  const beats = waiting.entries.flatMap((entry) => (isBeat(entry) ? [entry] : []));
  const rest = beats.length === 0 ? waiting.entries : waiting.entries.filter((entry) => !isBeat(entry));
  const ofNothing = hook.heartbeat ? await endsOfNothing(rest, hook, context) : new Set<InboxEntry>();
  const others = ofNothing.size === 0 ? rest : rest.filter((entry) => !ofNothing.has(entry));
  const taken = beats.length;
  const count = timesOf(beats) + timesOf([...ofNothing]);
  const suppressed = { heartbeat: count };
  if (!hook.heartbeat) return taken === 0 ? undefined : { entries: others, suppressed };
  if (taken === 0 && !isDue) return { entries: others, suppressed };
  const before = (await context.heartbeats.find(hook.id)) ?? startCountdown(undefined, part.nowMs);
  const lastMs = Math.max(...beats.map(({ receivedAtMs }) => receivedAtMs));
  const state = taken > 0 ? afterBeat(before, lastMs) : await stateWithout(before, hook.heartbeat, part);
  const events =
    taken > 0
      ? await eventsBack(lastMs, hook, context)
      : state.missedAtMs === before.missedAtMs
        ? []
        : [missedEvent(hook, hook.heartbeat, state)];
  const commands = commandsFor(state, hook, hook.heartbeat, context);
  return { entries: others, events, suppressed, store: () => commands };
}

function timesOf(entries: readonly InboxEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.kind === "event" ? entry.times : 0), 0);
}

/** The events that end no alert, such as a job's "backup: ok". A hook that expects beats posts none of them. */
async function endsOfNothing(
  entries: readonly InboxEntry[],
  { id }: Hook,
  { incidents }: Context,
): Promise<ReadonlySet<InboxEntry>> {
  const ends = entries.filter(isEnd);
  if (ends.length === 0) return new Set();
  const present = await incidents.presentOf(
    id,
    ends.map(({ event }) => event.key),
  );
  const began = new Set([
    ...present.flatMap((incident) => (incident && incident.state !== "resolved" ? [incident.key] : [])),
    ...entries.flatMap((entry) =>
      entry.kind === "event" && entry.event.state !== "resolved" ? [entry.event.key] : [],
    ),
  ]);
  return new Set(ends.filter(({ event }) => !began.has(event.key)));
}

function isEnd(entry: InboxEntry): entry is ReceivedEvent {
  return entry.kind === "event" && entry.event.state === "resolved" && !entry.event.isTest;
}

function isBeat(entry: InboxEntry): entry is ReceivedEvent {
  return entry.kind === "event" && isOwnEvent(entry.event);
}

/** The state after a look without a beat. With more in the inbox, the beat may be there. */
async function stateWithout(
  before: HeartbeatState,
  heartbeat: NonNullable<Hook["heartbeat"]>,
  { hook, waiting, nowMs, listened }: IngestPart,
): Promise<HeartbeatState> {
  if (hook.paused) return startCountdown(before, nowMs);
  return waiting.hasMore ? before : afterCheck(heartbeat, before, await listened(), nowMs);
}

/** Ends the incident of the missing beat, if there is one. */
async function eventsBack(beatAtMs: number, { id }: Hook, { incidents }: Context): Promise<ReceivedEvent[]> {
  const [present] = await incidents.presentOf(id, [heartbeatKey]);
  return present && present.state !== "resolved" ? [backEvent(present, beatAtMs)] : [];
}

function commandsFor(
  state: HeartbeatState,
  { id }: Hook,
  heartbeat: NonNullable<Hook["heartbeat"]>,
  { workspaceId }: Context,
): RedisCommand[] {
  const timers = keys.incidentTimers(workspaceId, id);
  const nextMs = nextLookMs(heartbeat, state);
  return [
    ["HSET", keys.heartbeats(workspaceId), id, JSON.stringify(state)],
    nextMs === undefined ? ["ZREM", timers, heartbeatTimer] : ["ZADD", timers, nextMs, heartbeatTimer],
  ];
}

/** What heartbeats add to hooks: each delivery is a beat, and a missing beat is an incident. */
export const heartbeatPart = hookPart<OncallContext>({
  fields: { heartbeat: Heartbeat.optional() },
  facts: (hook) => ({ heartbeat: itemOf(hook) }),
  kept: (workspaceId) => ({ hashes: [keys.heartbeats(workspaceId)] }),
  asCode: inFile,
  calls: heartbeatCalls,
  form: heartbeatForm,
  tab: { name: "silence", label: "Heartbeat", draw: heartbeatBlocks },
  // What came while it was paused was no beat.
  resumed: ({ id, heartbeat }, { heartbeats, now }) =>
    heartbeat && heartbeats.begin(id, heartbeat, now().getTime()),
  deliver(hook, events) {
    if (!hook.heartbeat) return undefined;
    const { alerts, isBeat } = withBeat(events);
    return { events: alerts, ...(isBeat && { own: { events: [beatEvent()], name: "beat" } }) };
  },
  sayFirst: (hookInMrkdwn, event) => (isOwnEvent(event) ? texts.firstBeat(hookInMrkdwn) : undefined),
  timer: heartbeatTimer,
  ingest: takeBeats,
});
