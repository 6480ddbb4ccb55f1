import { firstClaim } from "./claims.ts";
import type { Resolution, Taken, Taking } from "./outbox.ts";
import type { OutboxRun, Turn } from "./run.ts";

/** Takes the first due item. A prepared outbox gives it in any case. */
export async function takeItem(run: OutboxRun, isPrepared = false): Promise<Turn> {
  const heldAt = run.clock();
  const atMs = run.now().getTime();
  return { ...(await run.outbox.take(takingOf(run, atMs, { isPrepared }))), heldAt };
}

/** Saves the outcome of an item, and takes the next one in the same step unless this process stops. */
export async function resolveItem(run: OutboxRun, taken: Taken, resolution: Resolution): Promise<Turn> {
  const heldAt = run.clock();
  const atMs = run.now().getTime();
  const { notBeforeMs = 0 } = resolution;
  const isPaused = notBeforeMs > atMs;
  const next = run.isStopping() ? undefined : takingOf(run, atMs, { isPaused });
  return { ...(await run.outbox.resolve(taken, resolution, next)), heldAt };
}

function takingOf(
  run: OutboxRun,
  atMs: number,
  { isPrepared = false, isPaused = false }: { isPrepared?: boolean; isPaused?: boolean },
): Taking {
  return {
    atMs,
    processId: run.processId,
    claim: isPaused ? undefined : firstClaim(run, atMs, "{item}"),
    calm: isPrepared ? undefined : run.source.calm,
    recordsOf: run.source.recordsOf(run.workspaceId),
  };
}
