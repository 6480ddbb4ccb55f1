import { firstClaim } from "./claims.ts";
import type { Found, Resolution, Taken, Taking } from "./outbox.ts";
import type { OutboxRun } from "./outboxes.ts";
import type { Moment } from "../../../lib/clock.ts";

/** An item of this process, and since when. */
export interface Held extends Taken {
  heldAt: Moment;
}

/** What a process found in an outbox, and when it asked. */
export interface Turn extends Found {
  heldAt: Moment;
}

/** Takes the first due item. A prepared outbox gives it in any case. */
export async function takeItem(run: OutboxRun, isPrepared = false): Promise<Turn> {
  const heldAt = run.clock();
  return { ...(await run.outbox.take(takingOf(run, heldAt, { isPrepared }))), heldAt };
}

/** Saves the outcome of an item, and takes the next one in the same step unless this process stops. */
export async function resolveItem(run: OutboxRun, taken: Taken, resolution: Resolution): Promise<Turn> {
  const heldAt = run.clock();
  const { notBeforeMs = 0 } = resolution;
  const isPaused = notBeforeMs > heldAt.wallMs;
  const next = run.isStopping() ? undefined : takingOf(run, heldAt, { isPaused });
  return { ...(await run.outbox.resolve(taken, resolution, next)), heldAt };
}

function takingOf(
  run: OutboxRun,
  { wallMs }: Moment,
  { isPrepared = false, isPaused = false }: { isPrepared?: boolean; isPaused?: boolean },
): Taking {
  return {
    atMs: wallMs,
    processId: run.processId,
    claim: isPaused ? undefined : firstClaim(run, wallMs, "{item}"),
    calm: isPrepared ? undefined : run.source.calm,
    recordsOf: run.source.recordsOf(run.workspaceId),
  };
}
