import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { clockOf } from "../../../lib/clock.ts";
import type { WaitingLane } from "./waiting.ts";
import type { PlatformRecords } from "../../context.ts";
import { coalescedPokes } from "../debounce.ts";
import { startCarrier } from "./worker.ts";
import type { LaneRun } from "./run.ts";
import { type LaneMeters, measuredLane } from "./measured.ts";
import type { LaneSource } from "./source.ts";
import { laneSteps } from "./step.ts";

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
