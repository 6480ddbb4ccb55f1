import { counter, gauge, oneOf } from "./series.ts";

/** What waits in a queue, at one moment. */
export interface Backlog {
  /** Items that are due and not started. */
  waiting: number;
  /** How long the oldest of them has been due, in seconds; 0 if none is. */
  oldestSeconds: number;
}

/** How Redis is, and what waits in it, in all processes together. `queues` are the names of all queues. */
export function storeMetrics(queues: readonly string[]) {
  const isUp = gauge("qm_redis_up", "1 if Redis took a write at this scrape, 0 if it did not.");
  const latency = gauge(
    "qm_redis_write_seconds",
    "How long Redis took for one write at this scrape. Absent while Redis is away.",
  );
  const used = gauge(
    "qm_redis_memory_used_bytes",
    "The memory that Redis uses. Absent while it can't be read.",
  );
  const max = gauge("qm_redis_memory_max_bytes", "The memory that Redis may use, 0 for no limit.");
  const clockAhead = gauge(
    "qm_clock_ahead_seconds",
    "How far this process's clock is ahead of Redis' clock; negative if it is behind.",
  );
  const queue = oneOf("queue", queues);
  const waiting = gauge("qm_queue_waiting", "Items of a queue that are due and not started.", queue);
  const oldest = gauge("qm_queue_oldest_seconds", "How long the oldest of them has been due.", queue);
  const failures = counter(
    "qm_queue_failures_total",
    "Steps that failed unexpectedly and are tried again, by queue.",
    [queue],
    { isFull: true },
  );
  const late = gauge("qm_schedules_late", "Reports, budgets and watches that are more than a minute late.");
  const lateBy = gauge("qm_schedules_late_seconds", "How late the latest of them is.");
  const approvals = gauge("qm_approvals_waiting", "Requests for approval that wait for a person.");
  const approvalAge = gauge(
    "qm_approvals_oldest_seconds",
    "How long the oldest of them has waited; of the first 1,000.",
  );
  return {
    families: [
      isUp,
      latency,
      used,
      max,
      clockAhead,
      waiting,
      oldest,
      failures,
      late,
      lateBy,
      approvals,
      approvalAge,
    ],
    meters: {
      /** The seconds that a write took. Undefined if Redis did not take it. */
      redisWrite(seconds: number | undefined): void {
        isUp.set(seconds === undefined ? 0 : 1);
        latency.set(seconds);
      },
      /** Undefined if it can't be read. */
      redisMemory(memory: { usedBytes: number; maxBytes: number } | undefined): void {
        used.set(memory?.usedBytes);
        max.set(memory?.maxBytes);
      },
      clockAhead: (seconds: number): void => clockAhead.set(seconds),
      /** Undefined if it can't be read. */
      backlog(name: string, backlog: Backlog | undefined): void {
        waiting.set(backlog?.waiting, name);
        oldest.set(backlog?.oldestSeconds, name);
      },
      schedulesLate(backlog: Backlog | undefined): void {
        late.set(backlog?.waiting);
        lateBy.set(backlog?.oldestSeconds);
      },
      approvals(backlog: Backlog | undefined): void {
        approvals.set(backlog?.waiting);
        approvalAge.set(backlog?.oldestSeconds);
      },
      /** Call when a step of a queue's item failed unexpectedly. */
      stepFailed: (name: string): void => failures.add(name),
    },
  };
}
