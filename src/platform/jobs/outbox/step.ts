import { isOver } from "../../../lib/clock.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { hashText } from "../../../lib/hash.ts";
import { type Attributes, continuing } from "../../../lib/tracing/tracing.ts";
import { type Reply, contentJson } from "../../blocks/reply.ts";
import { maybeTwice, postSendMs } from "../post-once.ts";
import { adopted, claim } from "./claims.ts";
import type { Held, Move, OutboxRun, Turn } from "./run.ts";
import { calling, setBack } from "./set-back.ts";
import { type OutboxClaim, type Shown, withoutClaim, withoutTrouble } from "./shown.ts";
import type { OutboxView, Wanted } from "./source.ts";
import { nextThreadPost } from "./thread-post.ts";
import { resolveItem, takeItem } from "./turn.ts";

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

/** Makes a call of Slack and saves its outcome. Undefined if another process has the item now. */
async function makeMove(
  run: OutboxRun,
  taken: Held,
  view: OutboxView,
  { wanted, move }: { wanted: Wanted; move: Move },
): Promise<Turn | undefined> {
  const held = await claim(run, taken, move);
  if (!held) return undefined;
  const called = await calling(run, move.kind, () => send(run, held, move));
  if ("error" in called) return setBack(run, held, view, { ...called, move: move.kind });
  const atMs = run.now().getTime();
  const shown = { ...shownAfter(run, held.shown, move, called.value), revision: wanted.revision };
  // After a post or an edit, the hash of the root is known.
  const left = nextMove(run.channelId, shown, wanted, "hash" in move ? move.hash : undefined);
  const turn = await resolveItem(run, held, {
    atMs,
    shown,
    // The rest is less urgent than other items' first messages.
    ...(left ? { again: atMs } : {}),
    events: "posted",
    isRootPosted: move.kind === "post",
    notBeforeMs: run.everyMs > 0 ? atMs + run.everyMs : undefined,
    failures: 0,
    trace: [{ ...called.trace, events: taken.events }],
  });
  run.source.reached(run.workspaceId, run.channelId, taken.itemId);
  run.watch?.worked(run.workspaceId, run.channelId);
  return turn;
}

/** Returns the time stamp of a first message. */
async function send(
  { messenger, channelId, clock }: OutboxRun,
  held: Held,
  move: Move,
): Promise<string | undefined> {
  const { mark = "" } = held.shown.claim ?? {};
  // Later, another process may have taken over.
  const sendBy = { since: held.heldAt, forMs: postSendMs };
  switch (move.kind) {
    case "post":
      return (await messenger.post(channelId, said(held, move.reply), { mark, sendBy })).ts;
    case "edit":
      await messenger.update(move.messageRef, move.reply, sendBy);
      return undefined;
    case "thread": {
      const { isBroadcast, messageRef } = move;
      const reply = said(held, move.reply);
      await messenger.post(channelId, reply, { mark, threadTs: messageRef.ts, isBroadcast, sendBy });
      return undefined;
    }
    case "file": {
      const { name, title } = move.file;
      const text = (await move.file.readWhole?.()) ?? move.file.text;
      const to = { channelId, threadTs: move.messageRef.ts, comment: "" };
      // Sharing takes several calls, so check the time before the first.
      if (isOver(sendBy, clock())) throw new AppError("upstream", "It was too late to share the file.");
      await messenger.share({ name, title, bytes: Buffer.from(text) }, to);
      return undefined;
    }
  }
}

/** A message that may be there already says so. */
function said({ shown }: Held, reply: Reply): Reply {
  return shown.isUnsure ? maybeTwice(reply) : reply;
}

function shownAfter({ channelId }: OutboxRun, before: Shown, move: Move, ts = ""): Shown {
  const shown = withoutTrouble(before);
  switch (move.kind) {
    case "post":
      return { ...shown, root: { channelId, ts }, hash: move.hash };
    case "edit":
      return { ...shown, hash: move.hash };
    case "thread":
    case "file":
      return { ...shown, threadUpTo: move.upTo };
  }
}

/** The most urgent missing call: the root, its content, then its thread. Undefined if nothing is missing. */
function nextMove(
  channelId: string,
  shown: Shown,
  { root, thread }: Wanted,
  hash = hashText(contentJson(root), 32),
): Move | undefined {
  const messageRef = shown.root;
  if (!messageRef) return { kind: "post", generation: shown.generation, hash, reply: root };
  // People may not see the earlier channel.
  if (messageRef.channelId !== channelId)
    return { kind: "post", generation: shown.generation + 1, hash, reply: root };
  if (shown.hash !== hash) return { kind: "edit", messageRef, hash, reply: root };
  const said = nextThreadPost(thread, shown);
  return said && { ...said, messageRef };
}
