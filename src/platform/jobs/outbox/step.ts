import { isAppError } from "../../../lib/errors.ts";
import type { LaneView } from "./outbox.ts";
import type { Step } from "../queue.ts";
import { firstClaim } from "./claims.ts";
import type { LaneRun } from "./run.ts";
import { show } from "./show.ts";

/** While Redis, or what items are read from, is away. */
const troubleMs = 1_000;
/** What is due later is looked for that often, since what comes meanwhile may be due at once. */
const longestLookMs = 1_000;

/** One lane's steps, each at most one call of Slack; they never fail. */
export function laneSteps(run: LaneRun): () => Promise<Step> {
  // Each step ends with a look, which the next one begins with.
  let seen: LaneView | undefined;

  async function step(): Promise<Step> {
    const atMs = run.now().getTime();
    const view = seen ?? (await run.lane.look(atMs));
    seen = undefined;
    const pause = pauseOf(view, atMs, run.longestWaitMs);
    if (pause) return pause;
    if (await prepared(run, view)) return "next";
    const heldAt = run.clock();
    const taken = await run.lane.take(heldAt.wallMs, (itemId) => firstClaim(run, heldAt.wallMs, itemId));
    if (taken) seen = await show(run, { ...taken, heldAt }, view);
    return "next";
  }

  return async () => {
    try {
      return await step();
    } catch (error) {
      run.log.warn({ err: error, channelId: run.channelId }, "a lane's step failed and is tried again");
      return { againInMs: troubleMs };
    }
  };
}

function pauseOf({ dueMs, notBeforeMs }: LaneView, atMs: number, longestWaitMs: number): Step | undefined {
  if (dueMs === undefined) return "done";
  if (notBeforeMs > atMs) return { againInMs: Math.min(notBeforeMs - atMs, longestWaitMs) };
  return dueMs > atMs ? { againInMs: Math.min(dueMs - atMs, longestLookMs, longestWaitMs) } : undefined;
}

/** A lane whose source cannot prepare it goes on as it is. */
async function prepared(run: LaneRun, view: LaneView): Promise<boolean> {
  const { newWaiting, newPostedLastMinute, hasDigests } = view;
  try {
    const traffic = { newWaiting, newPostedLastMinute, hasDigests };
    return await run.source.prepare(run.workspaceId, run.channelId, traffic);
  } catch (error) {
    if (isAppError(error, "upstream")) throw error;
    run.log.error({ err: error, channelId: run.channelId }, "a lane could not be prepared");
    return false;
  }
}
