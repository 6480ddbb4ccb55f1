import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { z } from "zod";
import { type Clock, type Moment, clockOf } from "../../../lib/clock.ts";
import type { PlatformRecords } from "../../context.ts";
import { type QueueItem, connectQueue } from "../queue.ts";
import type { OutboxSource } from "./source.ts";
import { outboxSteps } from "./step.ts";
import { debounced } from "../backpressure.ts";
import type { Outbox, Taken } from "./outbox.ts";
import type { Messenger } from "../messenger.ts";
import { keys } from "../../redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { type OutboxMeters, measuredOutbox } from "./measure.ts";
import type { RedisServer } from "../../redis/server.ts";

/** A channel with something to show. */
export const WaitingOutbox = z.object({ workspaceId: z.string(), channelId: z.string() });
export type WaitingOutbox = z.infer<typeof WaitingOutbox>;

/** Workspaces per read. */
const workspacesAtOnce = 500;

/** The outboxes of these workspaces with something to show. */
export async function waitingOutboxes(
  redis: RedisClient,
  workspaceIds: readonly string[],
): Promise<WaitingOutbox[]> {
  const waiting: WaitingOutbox[] = [];
  for (let from = 0; from < workspaceIds.length; from += workspacesAtOnce) {
    const some = workspaceIds.slice(from, from + workspacesAtOnce);
    const found = await reachingRedis(() => Promise.all(some.map((id) => redis.smembers(keys.outboxes(id)))));
    for (const [index, workspaceId] of some.entries()) {
      for (const channelId of found[index] ?? []) waiting.push({ workspaceId, channelId });
    }
  }
  return waiting;
}

interface Options {
  redisServer: RedisServer;
  store: {
    workspace(workspaceId: string): Pick<PlatformRecords, "outbox">;
    /** The outboxes with something to show, of the workspaces that are due. */
    waitingOutboxes(nowMs: number): Promise<WaitingOutbox[]>;
  };
  messengerOf: (workspaceId: string) => OutboxRun["messenger"];
  source: OutboxSource;
  /** The pace of calls in one channel. 1 s by default, 0 for no pause. */
  everyMs?: number | undefined;
  /** The longest time between two steps. By default as long as Slack asks. Tests move the clock. */
  longestWaitMs?: number;
  now: () => Date;
  onRedisError: (error: Error) => void;
  metrics?: (OutboxMeters & Pick<Metrics, "stepFailed">) | undefined;
  tracing?: Tracing;
  log: Logger;
}

// https://docs.slack.dev/apis/web-api/rate-limits: about one message a second in a channel
const usualPaceMs = 1_000;

const roundMs = 5_000;
/** Outboxes mostly wait for Slack. */
const outboxesAtOnce = 1_000;
const outboxesOfWorkspace = 50;
/** Handing an outbox over costs much, so it stays in its process through short pauses. */
const stayMs = 1_000;

/** Brings the messages of all channels to their wanted state. Each outbox is with one process at a time. */
export function startOutboxes(options: Options) {
  const { redisServer, store, metrics, onRedisError, log } = options;
  const queue = connectQueue({
    redisServer,
    name: "outboxes",
    forgetsDone: true,
    metrics,
    onRedisError,
    log,
  });
  queue.work({
    stepsOf: (_id, item) => outboxSteps(runOf(WaitingOutbox.parse(item), options)),
    slots: { all: outboxesAtOnce, ofWorkspace: outboxesOfWorkspace },
    stayMs,
    async isLeft(_id, item) {
      const { workspaceId, channelId } = WaitingOutbox.parse(item);
      const view = await store.workspace(workspaceId).outbox(channelId).view(options.now().getTime());
      return view.dueMs !== undefined;
    },
    round: {
      everyMs: roundMs,
      run: async () => queue.ensureAll((await store.waitingOutboxes(options.now().getTime())).map(itemOf)),
    },
  });
  const notifications = debounced(
    (id) => {
      const [workspaceId = "", channelId = ""] = id.split(".");
      return queue.ensure(id, { workspaceId, channelId });
    },
    (error) => onRedisError(error instanceof Error ? error : new Error(String(error))),
  );
  return {
    /** Notifies that an outbox has something to show. Never fails, and needs no waiting. */
    notify: (workspaceId: string, channelId: string): void =>
      notifications(itemOf({ workspaceId, channelId }).id),
    /** Fails if Redis takes no writes. */
    ping: () => queue.ping(),
    /** Lets running calls end, for at most `graceMs`. Other processes continue the outboxes. */
    close: (graceMs: number) => queue.close(graceMs),
  };
}

function itemOf(outbox: WaitingOutbox): QueueItem {
  return { id: `${outbox.workspaceId}.${outbox.channelId}`, item: outbox };
}

function runOf({ workspaceId, channelId }: WaitingOutbox, options: Options): OutboxRun {
  const { store, messengerOf, source, everyMs = usualPaceMs, longestWaitMs = Infinity } = options;
  const { metrics, tracing = noTracing, now, log } = options;
  const outbox = store.workspace(workspaceId).outbox(channelId);
  return {
    workspaceId,
    channelId,
    outbox: metrics
      ? measuredOutbox(outbox, metrics, { id: itemOf({ workspaceId, channelId }).id, now })
      : outbox,
    messenger: messengerOf(workspaceId),
    source,
    everyMs,
    longestWaitMs,
    now,
    clock: clockOf(now),
    newToken: randomUUID,
    metrics,
    tracing,
    log: log.child({ workspaceId }),
  };
}

/** The parts for working on one channel's outbox. */
export interface OutboxRun extends WaitingOutbox, Pick<Options, "source" | "now" | "metrics" | "log"> {
  outbox: Outbox;
  messenger: Pick<Messenger, "post" | "update" | "share" | "findMarked" | "isShared">;
  /** The pause between two calls in the channel. 0 for none. */
  everyMs: number;
  /** The longest time between two steps. */
  longestWaitMs: number;
  /** Also has a clock that is never set back. */
  clock: Clock;
  newToken: () => string;
  tracing: Tracing;
}

/** An item of this process, and since when. */
export interface Held extends Taken {
  heldAt: Moment;
}
