import type { Logger } from "pino";
import type { Metrics } from "../../lib/metrics.ts";
import type { Tracing } from "../../lib/tracing/tracing.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Signal } from "../../lib/signal.ts";
import type { ContextOf, PlatformRecords, WorkspaceContext } from "../context.ts";
import type { Messenger } from "./messenger.ts";
import type { About, FailureWatch } from "./failing.ts";
import type { JobConnections } from "./bullmq.ts";
import type { JobQueue, WorkState } from "./queue.ts";
import type { Work } from "./worker.ts";
import type { seenRuns } from "../redis/facts.ts";

/** The parts that workers are made of. A feature's worker may ask for more of the store and for its own overrides. */
export interface WorkerParts<Context = WorkspaceContext> {
  jobConnections: JobConnections;
  contextOf: ContextOf<Context>;
  messengerOf: (workspaceId: string) => Messenger;
  store: {
    workspace(workspaceId: string): PlatformRecords;
    /** The ids of the workspaces that have, or had, schedules. */
    schedulingWorkspaces(): Promise<string[]>;
    /** Which Redis it was, and when. */
    seenRuns: ReturnType<typeof seenRuns>;
    /** The workspaces that a file manages, or managed. */
    managedWorkspaces: { list(): Promise<string[]>; forget(workspaceId: string): Promise<unknown> };
  };
  config: { workspaceFile: string | undefined };
  /** The operator's own workspace, by the environment's token. */
  installs: { ownership: { own(): Promise<{ workspaceId: string } | undefined> } };
  queueOf: (name: string) => JobQueue;
  /** Notifies a worker in this process. */
  signalOf: (name: string) => Signal;
  /** The longest time between two steps. Tests move the clock. */
  longestWaitMs: number;
  /** A test's replacements. */
  overrides: object;
  metrics: Metrics;
  tracing: Tracing;
  /** The time that all processes share. */
  now: () => Date;
  /** Watches work that is in no queue of its own. */
  failures: FailureWatch;
  /** True while this process's clock is wrong and another process's is right. */
  isClockLeft: () => boolean;
  /** This process's own clocks. */
  moment: Clock;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** A durable queue of a feature. */
export interface JobDeclaration<Context = WorkspaceContext> {
  /** The queue's name in Redis. */
  name: string;
  /** What an item is, if it fails at each try, in mrkdwn. */
  subject: string;
  /** The same of one item, and who asked for it. By default the item's `userId`. */
  about?(item: unknown, id: string, context: Context): Promise<Partial<About> | undefined>;
  /** What waits in it, as the doctor says it. Without it the doctor leaves the queue out. */
  waiting?: string;
  work(parts: WorkerParts<Context>): Work;
  /** Where an accepted item is, for whoever started it. */
  stateOf?(id: string, context: Context): Promise<WorkState>;
}

/** A worker on more than one queue. */
export interface RunningWorker {
  close(graceMs: number): Promise<void>;
}
