import { debounced, withBackpressure } from "../../../platform/jobs/backpressure.ts";
import { workspaceOfHook } from "../hooks/record.ts";

/** Above this rate, accepting deliveries goes before ingesting the rest of a full inbox. */
const busyPerSecond = 500;

/**
 * How long ingestion then rests after each step, as a multiple of the step's own time: 0 up to the busy rate, then at
 * least 2, and 10 at ten times that rate.
 */
function restPerWork(deliveriesPerSecond: number): number {
  return deliveriesPerSecond <= busyPerSecond ? 0 : Math.max(2, deliveriesPerSecond / busyPerSecond);
}

/** Even then ingestion waits no longer than this, because messages have to be in Slack within 5 s. */
const longestIngestWaitMs = 2_000;
/** How many hooks of a workspace are ingested at once: enough to share round trips, and few enough for memory. */
const ingestsAtOnce = 32;
/**
 * The alerts of a hook gather for at least this time, and for the pause between two posts in its channel: ingested
 * sooner, they would not be shown sooner. The first one after a quiet time does not wait.
 */
const shortestApartMs = 250;

interface Options {
  /** Ingests a part of a hook's inbox. */
  step: (hookId: string, isRound?: boolean) => Promise<"next" | "done">;
  /** How many deliveries this process gets. */
  deliveriesPerSecond: () => number;
  /** The pause between two posts in a channel. */
  paceMs: number;
  onFailure: (error: unknown, hookId: string) => void;
}

/**
 * Takes the steps of hooks' inboxes in this process. Of many notices for one hook, one follows the present one after a
 * pause. Its first step never yields to deliveries; the rest of a full inbox does.
 */
export function ingestion({ step, deliveriesPerSecond, paceMs, onFailure }: Options) {
  const stepWith = (pressure: () => number) =>
    withBackpressure(step, {
      pressure,
      most: ingestsAtOnce,
      longestWaitMs: longestIngestWaitMs,
      // A flooded workspace does not delay another.
      ownerOf: (hookId) => workspaceOfHook(hookId) ?? "",
    });
  const stepAtOnce = stepWith(() => 0);
  const stepLater = stepWith(() => restPerWork(deliveriesPerSecond()));
  const ingesting = (isRound: boolean) =>
    debounced(
      async (hookId) => {
        // One step shows each channel what it may post next.
        let takeStep = stepAtOnce;
        while ((await takeStep(hookId, isRound)) === "next") takeStep = stepLater;
      },
      onFailure,
      Math.max(shortestApartMs, paceMs),
    );
  return {
    /** Ingests what arrived in a hook's inbox. */
    now: ingesting(false),
    /** Does so too, and takes the hook's due timers. */
    inRound: ingesting(true),
    /** Takes one step when there is room for it. */
    stepLater,
  };
}
