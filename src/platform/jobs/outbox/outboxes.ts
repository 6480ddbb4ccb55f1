import { WaitingOutbox, type OutboxWatch, type OutboxRun } from "./run.ts";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { memoize } from "../../../lib/cache.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { PlatformRecords } from "../../context.ts";
import type { JobConnections } from "../bullmq.ts";
import { openQueue } from "../queue.ts";
import { outboxRunners } from "./runners.ts";
import type { OutboxSource } from "./source.ts";
import { outboxSteps } from "./step.ts";
import type { Outbox } from "./outbox.ts";
import { keys } from "../../redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { type OutboxMeters, measuredOutbox } from "./measure.ts";

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
  jobConnections: JobConnections;
  store: {
    workspace(workspaceId: string): Pick<PlatformRecords, "outboxes">;
    /** The outboxes with something to show, of the workspaces that are due. */
    waitingOutboxes(nowMs: number): Promise<WaitingOutbox[]>;
  };
  messengerOf: (workspaceId: string) => OutboxRun["messenger"];
  source: OutboxSource;
  /** Told of each failure that holds a channel up, and of each message that arrived. */
  watch?: OutboxWatch | undefined;
  /** The pace of calls in one channel. 1 s by default, 0 for no pause. */
  everyMs?: number | undefined;
  /** The longest time between two steps. By default as long as Slack asks. Tests move the clock. */
  longestWaitMs?: number;
  now: () => Date;
  /** This process's own clocks. */
  moment: Clock;
  onRedisError: (error: Error) => void;
  metrics?: (OutboxMeters & Pick<Metrics, "stepFailed">) | undefined;
  tracing?: Tracing;
  log: Logger;
}

/**
 * The pause between two posts in a channel, as https://docs.slack.dev/apis/web-api/rate-limits asks: about one message
 * a second.
 */
export const usualPaceMs = 1_000;

/** An outbox that no process was notified of, or that a dead process had, is found within this time. */
const roundMs = 5_000;

/**
 * Brings the messages of all channels to their wanted state. Each outbox is with one process at a time. A notified
 * process takes its outbox at once; rounds find the others.
 */
export function startOutboxes(options: Options) {
  const { jobConnections, store, now, metrics, onRedisError, log } = options;
  const processId = randomUUID();
  // Kept, because a workspace's records cost more to make than a message.
  const outboxesOf = memoize((workspaceId) => store.workspace(workspaceId).outboxes);
  const runOf = runsOf(options, {
    outboxOf: ({ workspaceId, channelId }) => outboxesOf(workspaceId).outbox(channelId),
    processId,
    isStopping: () => runners.isStopping(),
  });
  const runners = outboxRunners({
    stepsOf: (outbox) => outboxSteps(runOf(outbox)),
    attend: (workspaceId) => outboxesOf(workspaceId).attend(processId),
    leave: (workspaceId) => outboxesOf(workspaceId).leave(processId),
    onRedisError,
  });
  const queue = openQueue({
    connections: jobConnections,
    name: "outboxes",
    forgetsDone: true,
    metrics,
    onRedisError,
    log,
  });

  async function round(): Promise<void> {
    const nowMs = now().getTime();
    const waiting = await store.waitingOutboxes(nowMs);
    for (const workspaceId of new Set(waiting.map((outbox) => outbox.workspaceId)))
      for (const channelId of await outboxesOf(workspaceId).unattended(nowMs))
        runners.notify({ workspaceId, channelId });
  }

  queue.work({
    // The queue of older versions had a job for each outbox.
    advance: async (_id, item) => {
      runners.notify(WaitingOutbox.parse(item));
      return "done";
    },
    round: { everyMs: roundMs, run: round },
  });
  return {
    /** Notifies that an outbox has something to show. Never fails, and needs no waiting. */
    notify: (workspaceId: string, channelId: string): void => runners.notify({ workspaceId, channelId }),
    /** Lets running calls end, for at most `graceMs`. Other processes continue the outboxes. */
    async close(graceMs: number): Promise<void> {
      await Promise.all([runners.stop(graceMs), queue.close(graceMs)]);
    },
  };
}

/** Makes the parts for working on outboxes. */
function runsOf(
  options: Omit<Options, "jobConnections" | "store" | "onRedisError">,
  {
    outboxOf,
    ...ofProcess
  }: Pick<OutboxRun, "processId" | "isStopping"> & { outboxOf: (outbox: WaitingOutbox) => Outbox },
): (outbox: WaitingOutbox) => OutboxRun {
  const { messengerOf, source, everyMs = usualPaceMs, longestWaitMs = Infinity } = options;
  const { metrics, tracing = noTracing, watch, now, moment: clock, log } = options;
  const ofWorkspace = memoize((workspaceId) => ({
    workspaceId,
    messenger: messengerOf(workspaceId),
    source,
    watch,
    everyMs,
    longestWaitMs,
    now,
    clock,
    newToken: randomUUID,
    ...ofProcess,
    metrics,
    tracing,
    log: log.child({ workspaceId }),
  }));
  return ({ workspaceId, channelId }) => {
    const outbox = outboxOf({ workspaceId, channelId });
    const id = `${workspaceId}.${channelId}`;
    const measured = metrics ? measuredOutbox(outbox, metrics, { id, now }) : outbox;
    return { ...ofWorkspace(workspaceId), channelId, outbox: measured };
  };
}
