import type { Logger } from "pino";
import type { Metrics } from "../../lib/metrics.ts";
import type { Signal } from "../../lib/signal.ts";
import type { ContextOf, PlatformRecords, WorkspaceContext } from "../context.ts";
import type { Messenger } from "./messenger.ts";
import type { JobQueue } from "./queue.ts";
import type { Work } from "./worker.ts";

/** What workers are made of. A feature's worker may ask for more of the store and for overrides of its own. */
export interface WorkerParts<Context = WorkspaceContext> {
  redisUrl: string;
  contextOf: ContextOf<Context>;
  messengerOf: (workspaceId: string) => Messenger;
  store: {
    workspace(workspaceId: string): PlatformRecords;
    /** The ids of the workspaces that have, or had, schedules. */
    schedulingWorkspaces(): Promise<string[]>;
  };
  queueOf: (name: string) => JobQueue;
  /** What one part of this process tells a worker in it. */
  signalOf: (name: string) => Signal;
  /** Nothing that is due later is left alone for longer. Tests move the clock. */
  longestWaitMs: number;
  /** What tests replace. */
  overrides: object;
  metrics: Metrics;
  now: () => Date;
  onRedisError: (error: Error) => void;
  log: Logger;
}

/** A durable queue of a feature. */
export interface JobDeclaration<Context = WorkspaceContext> {
  /** The queue's name in Redis. */
  name: string;
  /** What waits in it, as the doctor says it. The doctor leaves out a queue without it. */
  waiting?: string;
  work(parts: WorkerParts<Context>): Work;
}

/** A worker that needs more than one queue. */
export interface RunningWorker {
  /** Fails while it cannot work, since Redis does not take a write. */
  ping(): Promise<void>;
  close(graceMs: number): Promise<void>;
}
