import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { type Clock, type Moment, clockOf } from "../../../lib/clock.ts";
import type { PlatformRecords } from "../../context.ts";
import { startCarrier } from "./worker.ts";
import type { LaneSource } from "./source.ts";
import { laneSteps } from "./step.ts";
import { coalescedPokes } from "../backpressure.ts";
import type { Lane, Settlement, Taken } from "./outbox.ts";
import type { Messenger } from "../messenger.ts";
import type { Redis } from "ioredis";
import { keys } from "../../redis/keys.ts";
import { reachingRedis } from "../../redis/connect.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { cameAtMs } from "./shown.ts";

/** A channel with something to show. */
export interface WaitingLane {
  workspaceId: string;
  channelId: string;
}

/** So many workspaces are asked for in one go. */
const workspacesAtOnce = 500;

/** The lanes of these workspaces that have something to show. */
export async function waitingLanes(redis: Redis, workspaceIds: readonly string[]): Promise<WaitingLane[]> {
  const waiting: WaitingLane[] = [];
  for (let from = 0; from < workspaceIds.length; from += workspacesAtOnce) {
    const some = workspaceIds.slice(from, from + workspacesAtOnce);
    const found = await reachingRedis(() => Promise.all(some.map((id) => redis.smembers(keys.lanes(id)))));
    for (const [index, workspaceId] of some.entries()) {
      for (const channelId of found[index] ?? []) waiting.push({ workspaceId, channelId });
    }
  }
  return waiting;
}

/** What makes the messages of all channels look as their items do. */
export interface Lanes {
  /** Tells that a lane has something to show; never fails, and is not waited for. */
  poke(workspaceId: string, channelId: string): void;
  /** Fails when Redis does not take a write. */
  ping(): Promise<void>;
  /** Lets the calls under way end, for at most `graceMs`; others go on with the lanes. */
  close(graceMs: number): Promise<void>;
}

interface Options {
  redisUrl: string;
  store: {
    workspace(workspaceId: string): Pick<PlatformRecords, "lane">;
    /** The lanes of all workspaces that have something to show. */
    waitingLanes(): Promise<WaitingLane[]>;
  };
  messengerOf: (workspaceId: string) => LaneRun["messenger"];
  source: LaneSource;
  /** Of the calls of Slack in one channel; a second by default, 0 for no pause. */
  pace?: { everyMs: number };
  /** No lane is left alone for longer; as long as it has to wait by default. Tests move the clock. */
  longestWaitMs?: number;
  now: () => Date;
  onRedisError: (error: Error) => void;
  metrics?: LaneMeters;
  log: Logger;
}

// https://docs.slack.dev/apis/web-api/rate-limits: about one message a second in a channel
const usualPace = { everyMs: 1_000 };

/** Starts showing what lanes hold, a lane by one process at a time. */
export function startLanes(options: Options): Lanes {
  const { redisUrl, store, onRedisError, log } = options;
  const carrier = startCarrier({
    redisUrl,
    stepsOf: (lane) => laneSteps(runOf(lane, options)),
    async isLeft({ workspaceId, channelId }) {
      const view = await store.workspace(workspaceId).lane(channelId).look(options.now().getTime());
      return view.dueMs !== undefined;
    },
    waiting: () => store.waitingLanes(),
    onRedisError,
    log,
  });
  const pokes = coalescedPokes(
    (id) => carrier.add(laneOf(id)),
    (error) => onRedisError(error instanceof Error ? error : new Error(String(error))),
  );
  return {
    poke: (workspaceId, channelId) => pokes(`${workspaceId} ${channelId}`),
    ping: () => carrier.ping(),
    close: (graceMs) => carrier.close(graceMs),
  };
}

function laneOf(id: string): WaitingLane {
  const [workspaceId = "", channelId = ""] = id.split(" ");
  return { workspaceId, channelId };
}

function runOf({ workspaceId, channelId }: WaitingLane, options: Options): LaneRun {
  const { store, messengerOf, source, pace = usualPace, longestWaitMs = Infinity } = options;
  const { metrics, now, log } = options;
  const lane = store.workspace(workspaceId).lane(channelId);
  return {
    workspaceId,
    channelId,
    lane: metrics ? measuredLane(lane, metrics) : lane,
    messenger: messengerOf(workspaceId),
    source,
    everyMs: pace.everyMs,
    longestWaitMs,
    now,
    clock: clockOf(now),
    newToken: randomUUID,
    metrics,
    log: log.child({ workspaceId }),
  };
}

/** What it takes to carry one channel's lane on. */
export interface LaneRun {
  workspaceId: string;
  channelId: string;
  lane: Lane;
  messenger: Pick<Messenger, "post" | "update" | "share" | "findMarked" | "isShared">;
  source: LaneSource;
  /** Between two calls of Slack in the channel; 0 for no pause. */
  everyMs: number;
  /** No lane is left alone for longer, however long it has to wait. */
  longestWaitMs: number;
  now: () => Date;
  /** Together with a clock that is never set back. */
  clock: Clock;
  newToken: () => string;
  metrics?: LaneMeters | undefined;
  log: Logger;
}

/** An item that this process works on, and since when it has it to itself. */
export interface Held extends Taken {
  heldAt: Moment;
}

/** Where the numbers of lanes go. */
export type LaneMeters = Pick<Metrics, "laneCall" | "laneLag" | "events">;

/** A lane that counts what becomes of events, and how long they waited to be shown. */
export function measuredLane(lane: Lane, meters: LaneMeters): Lane {
  return {
    ...lane,
    async settle(taken, settlement) {
      const view = await lane.settle(taken, settlement);
      countFates(taken, settlement, meters);
      const cameMs = cameAtMs(taken.dueMs, settlement.atMs);
      if (settlement.events === "posted" && taken.events > 0 && cameMs !== undefined)
        meters.laneLag(Math.max(0, settlement.atMs - cameMs) / 1_000);
      return view;
    },
  };
}

/** As the account does: of several events that one message shows, one is posted and the others are merged. */
function countFates({ events: count }: Taken, { events: fate }: Settlement, meters: LaneMeters): void {
  if (fate === "waiting" || count === 0) return;
  meters.events(fate, fate === "posted" ? 1 : count);
  if (fate === "posted" && count > 1) meters.events("merged", count - 1);
}
