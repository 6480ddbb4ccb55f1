import { isAppError } from "../../../lib/errors.ts";
import type { LaneView, Taken } from "./outbox.ts";
import { adopted } from "./claims.ts";
import { type LaneClaim, withoutClaim, withoutTrouble } from "./shown.ts";
import type { Held, LaneRun } from "./run.ts";
import { makeMove } from "./make-move.ts";
import { nextMove } from "./next-move.ts";
import { setBack } from "./set-back.ts";
import type { Wanted } from "./source.ts";
import { calling } from "./calling.ts";

/**
 * Makes at most one call of Slack that brings a taken item nearer to how it should look. Answers how the lane stands
 * then; undefined where the item is another one's by now.
 */
export async function show(run: LaneRun, taken: Held, view: LaneView): Promise<LaneView | undefined> {
  let wanted: Wanted | undefined;
  try {
    wanted = await run.source.wanted(run.workspaceId, taken.itemId, run.channelId);
  } catch (error) {
    // Without Redis there is nothing to be done for anybody.
    if (isAppError(error, "upstream")) throw error;
    return setBack(run, taken, view, { error });
  }
  const unfinished = taken.isClaimed ? undefined : taken.shown.claim;
  if (!wanted) return leave(run, taken);
  if (unfinished) return lookForPost(run, taken, view, unfinished);
  const move = nextMove(run.channelId, taken.shown, wanted);
  return move ? makeMove(run, taken, view, { wanted, move }) : leave(run, taken, wanted.revision);
}

/** Nothing is left to show of what looks as it should, nor of what is gone. */
function leave({ lane, now }: LaneRun, taken: Taken, revision = taken.shown.revision): Promise<LaneView> {
  const shown = withoutTrouble(taken.shown);
  const next = revision === undefined ? shown : { ...shown, revision };
  return lane.settle(taken, { atMs: now().getTime(), shown: next, events: "merged", trace: [] });
}

/** Whoever claimed a post before may have made it, and died before saying so. */
async function lookForPost(
  run: LaneRun,
  taken: Taken,
  view: LaneView,
  unfinished: LaneClaim,
): Promise<LaneView> {
  const look = await calling(run, "find", () => adopted(run, taken, unfinished));
  if ("error" in look) return setBack(run, taken, view, { ...look, move: "find" });
  const atMs = run.now().getTime();
  const shown = withoutClaim(taken.shown);
  const found = look.value;
  if (!found)
    return run.lane.settle(taken, {
      atMs,
      shown,
      again: taken.dueMs,
      events: "waiting",
      trace: [look.trace],
    });
  return run.lane.settle(taken, {
    atMs,
    shown: found,
    again: atMs,
    events: "posted",
    isRootPosted: unfinished.what === "root",
    trace: [{ ...look.trace, events: taken.events }],
  });
}
