import type { Attributes } from "../../../lib/tracing/names.ts";
import { continuing } from "../../../lib/tracing/tracing.ts";
import { isAppError } from "../../../lib/errors.ts";
import { adopted } from "./claims.ts";
import type { Held, OutboxRun, Turn } from "./run.ts";
import { resolveItem, takeItem } from "./turn.ts";
import { type OutboxClaim, withoutClaim, withoutTrouble } from "./shown.ts";
import { setBack } from "./set-back.ts";
import type { OutboxView, Wanted } from "./source.ts";
import { makeMove, nextMove } from "./make-move.ts";
import { calling } from "./refusal.ts";

/** The wait while Redis, or the source of items, is away. */
const troubleMs = 1_000;

/** A pause is read again so often, because it ends when the app is installed again. */
const pauseReadMs = 5_000;

/** What a process does after a step of an outbox: the next step, nothing any more, or the next step later. */
export type OutboxStep =
  | "next"
  /** Nothing is left, or another process has the outbox. */
  | "done"
  /** `isPaused`: nothing is due before that, whatever comes. */
  | { againInMs: number; isPaused?: boolean };

/** The steps of one outbox. Each makes at most one call of Slack. They never fail. */
export function outboxSteps(run: OutboxRun): () => Promise<OutboxStep> {
  // Each step ends by taking the item that the next one shows.
  let found: Turn | undefined;

  async function step(): Promise<OutboxStep> {
    const turn = found ?? (await takeItem(run));
    found = undefined;
    const { view, taken, heldAt, isElsewhere } = turn;
    if (isElsewhere) return "done";
    if (taken) found = await show(run, { ...taken, heldAt }, view);
    else {
      const pause = pauseOf(view, run.now().getTime(), run.longestWaitMs);
      if (pause) return pause;
      if (!(await prepared(run, view))) found = await takeItem(run, true);
    }
    return "next";
  }

  return async () => {
    try {
      return await step();
    } catch (error) {
      run.log.warn({ err: error, channelId: run.channelId }, "an outbox step failed; trying again");
      run.watch?.failed(run.workspaceId, run.channelId, error);
      return { againInMs: troubleMs };
    }
  };
}

function pauseOf(
  { dueMs, notBeforeMs }: OutboxView,
  atMs: number,
  longestWaitMs: number,
): OutboxStep | undefined {
  if (dueMs === undefined) return "done";
  if (notBeforeMs > atMs)
    return { againInMs: Math.min(notBeforeMs - atMs, longestWaitMs, pauseReadMs), isPaused: true };
  return dueMs > atMs ? { againInMs: Math.min(dueMs - atMs, longestWaitMs) } : undefined;
}

/** If the source cannot prepare an outbox, the step goes on without. */
async function prepared(run: OutboxRun, view: OutboxView): Promise<boolean> {
  try {
    return await run.source.prepare(run.workspaceId, run.channelId, view);
  } catch (error) {
    if (isAppError(error, "upstream")) throw error;
    run.log.error({ err: error, channelId: run.channelId }, "couldn't prepare an outbox");
    return false;
  }
}

/**
 * Makes at most one call of Slack that brings a taken item closer to its wanted state. Returns what is next, or
 * undefined if another process has the item.
 */
async function show(run: OutboxRun, taken: Held, view: OutboxView): Promise<Turn | undefined> {
  let wanted: Wanted | undefined;
  try {
    wanted = await run.source.wanted(run.workspaceId, taken.itemId, run.channelId, taken.records);
  } catch (error) {
    // Without Redis no outbox can go on.
    if (isAppError(error, "upstream")) throw error;
    return setBack(run, taken, view, { error });
  }
  const unfinished = taken.isClaimed ? undefined : taken.shown.claim;
  if (!wanted) return leave(run, taken);
  if (unfinished) return findPost(run, taken, view, unfinished);
  const move = nextMove(run.channelId, taken.shown, wanted);
  if (!move) return leave(run, taken, wanted.revision);
  const { traceparents } = wanted;
  const origin = traceparents && taken.events > 0 ? continuing(traceparents.slice(-taken.events)) : {};
  return run.tracing.begin("outbox.deliver", attributesOf(run, taken), origin, () =>
    makeMove(run, taken, view, { wanted, move }),
  );
}

function attributesOf({ workspaceId, channelId }: OutboxRun, { itemId, events }: Held): Attributes {
  return { "qm.workspace": workspaceId, "qm.channel": channelId, "qm.incident": itemId, "qm.events": events };
}

/** Nothing is left to show of an item that is right or gone. */
function leave(run: OutboxRun, taken: Held, revision = taken.shown.revision): Promise<Turn> {
  const shown = withoutTrouble(taken.shown);
  const next = revision === undefined ? shown : { ...shown, revision };
  return resolveItem(run, taken, { atMs: run.now().getTime(), shown: next, events: "merged", trace: [] });
}

/** The process that claimed the post may have made it and died before saying so. */
async function findPost(
  run: OutboxRun,
  taken: Held,
  view: OutboxView,
  unfinished: OutboxClaim,
): Promise<Turn> {
  const answer = await calling(run, "find", () => adopted(run, taken, unfinished));
  if ("error" in answer) return setBack(run, taken, view, { ...answer, move: "find" });
  const atMs = run.now().getTime();
  const trace = [answer.trace];
  const isUnsure = answer.value === "unreadable";
  const shown = { ...withoutClaim(taken.shown), ...(isUnsure ? { isUnsure: true as const } : {}) };
  if (!answer.value || answer.value === "unreadable")
    return resolveItem(run, taken, { atMs, shown, again: taken.dueMs, events: "waiting", trace });
  return resolveItem(run, taken, {
    atMs,
    shown: answer.value,
    again: atMs,
    events: "posted",
    isRootPosted: unfinished.what === "root",
    trace: [{ ...answer.trace, events: taken.events }],
  });
}
