import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { memoize } from "../../../lib/cache.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Metrics } from "../../../lib/metrics.ts";
import { type Tracing, noTracing } from "../../../lib/tracing/tracing.ts";
import type { PlatformRecords } from "../../context.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { keys } from "../../redis/keys.ts";
import type { JobConnections } from "../bullmq.ts";
import { fairSlots } from "../fair-slots.ts";
import { openQueue } from "../queue.ts";
import { type OutboxMeters, measuredOutbox } from "./measure.ts";
import type { Outbox } from "./outbox.ts";
import { type OutboxRun, type OutboxWatch, WaitingOutbox } from "./run.ts";
import { longestStayMs } from "./scripts.ts";
import type { OutboxSource } from "./source.ts";
import { type OutboxStep, outboxSteps } from "./step.ts";

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

/** Steps mostly wait for Slack. A workspace alone gets as many as it has connections to Slack. */
const stepsAtOnce = 256;
const stepsOfWorkspace = 32;

/** A process says so often that it lives, while it has outboxes. */
const attendEveryMs = 1_000;

interface RunnersOptions {
  stepsOf: (outbox: WaitingOutbox) => () => Promise<OutboxStep>;
  /** Says that this process lives and has outboxes of a workspace. */
  attend: (workspaceId: string) => Promise<void>;
  /** Says that this process has none any more. */
  leave: (workspaceId: string) => Promise<void>;
  onRedisError: (error: Error) => void;
}

/** Takes the steps of outboxes in this process. An outbox that waits costs a timer, and nothing in Redis. */
function outboxRunners({ stepsOf, attend, leave, onRedisError }: RunnersOptions) {
  const here = new Map<string, ReturnType<typeof itemHere>>();
  /** How many outboxes of each workspace this process has. */
  const attended = new Map<string, number>();
  const slots = fairSlots(stepsAtOnce, stepsOfWorkspace);
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  const attendNow = (workspaceId: string) => void attend(workspaceId).catch(onRedisError);
  const attending = setInterval(() => [...attended.keys()].forEach(attendNow), attendEveryMs).unref();

  function enter(workspaceId: string): void {
    const before = attended.get(workspaceId) ?? 0;
    attended.set(workspaceId, before + 1);
    // Commands keep their order, so Redis hears of the process before the process takes an item.
    if (before === 0) attendNow(workspaceId);
  }

  function exit(workspaceId: string): void {
    const left = (attended.get(workspaceId) ?? 1) - 1;
    if (left > 0) attended.set(workspaceId, left);
    else attended.delete(workspaceId);
  }

  async function run(id: string, outbox: WaitingOutbox): Promise<void> {
    const { workspaceId } = outbox;
    const present = itemHere();
    here.set(id, present);
    const step = stepsOf(outbox);
    enter(workspaceId);
    for (;;) {
      present.listen();
      const outcome = await takeSteps(workspaceId, step);
      if (outcome === "next" || stopping.signal.aborted) break;
      if (outcome === "done") {
        if (present.isWoken()) continue;
        break;
      }
      const { againInMs, isPaused = false } = outcome;
      // For a longer wait, the step has left the outbox to any process.
      const stays = againInMs <= longestStayMs;
      if (!stays) exit(workspaceId);
      await present.rest(againInMs, isPaused);
      if (!stays) enter(workspaceId);
    }
    // In the same instant in which it sees that the outbox was not woken, so no notice is lost.
    here.delete(id);
    exit(workspaceId);
  }

  /** All steps up to a wait or the end, once there is a slot. */
  async function takeSteps(workspaceId: string, step: () => Promise<OutboxStep>): Promise<OutboxStep> {
    await slots.enter(workspaceId);
    try {
      let outcome: OutboxStep = "next";
      while (outcome === "next" && !stopping.signal.aborted) outcome = await step();
      return outcome;
    } finally {
      slots.leave(workspaceId);
    }
  }

  return {
    /** Takes the steps of an outbox, or one more if it is here already. Returns at once. */
    notify(outbox: WaitingOutbox): void {
      const id = `${outbox.workspaceId}.${outbox.channelId}`;
      if (here.get(id)?.wake() || stopping.signal.aborted) return;
      const work = run(id, outbox).finally(() => running.delete(work));
      running.add(work);
    },
    isStopping: () => stopping.signal.aborted,
    /** Lets steps under way end, for at most `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      stopping.abort();
      clearInterval(attending);
      for (const present of here.values()) present.end();
      const workspaceIds = [...attended.keys()];
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })]);
      await Promise.all(workspaceIds.map((workspaceId) => leave(workspaceId).catch(() => undefined)));
    },
  };
}

/** An item that takes its steps in this process. It was not woken yet. */
export function itemHere() {
  let isWoken = false;
  let isOver = false;
  let endRest: (() => void) | undefined;
  let ignoresWaking = false;

  return {
    /** Notes that there is something to do. Returns true. */
    wake() {
      isWoken = true;
      if (!ignoresWaking) endRest?.();
      return true;
    },
    /** Ends this rest and all later ones. */
    end() {
      isOver = true;
      endRest?.();
    },
    /** Forgets notices so far, because the step that begins reads the state itself. */
    listen: () => void (isWoken = false),
    isWoken: () => isWoken,
    /** Waits this long, or until the item is woken, unless nothing can be done before. */
    async rest(ms: number, isPaused = false): Promise<void> {
      if (isOver || (isWoken && !isPaused)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      ignoresWaking = isPaused;
      endRest = resolve;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
      endRest = undefined;
    },
  };
}
