import { type OutboxClaim, type Shown, withoutRoot, withoutTrouble } from "./shown.ts";
import type { Taken } from "./outbox.ts";
import type { MessageRef } from "../messenger.ts";
import { isOver } from "../../../lib/clock.ts";
import type { Held, Move, OutboxRun } from "./run.ts";
import { postHoldMs, postSendMs, postedSince } from "../post-once.ts";

/** A process that paused starts no call later than this after its claim. */
const mostStillMs = 2_000;
/** A file takes three calls. */
const fileMs = 3 * postSendMs + mostStillMs;

/** The claim of a new item's first message, made when the item is taken. */
export function firstClaim(run: OutboxRun, atMs: number, itemId: string): OutboxClaim {
  return claimOf(run, atMs, { what: "root", mark: rootMark(itemId, 1) });
}

/**
 * Claims a post right before it is made, or holds an item for an edit. Undefined if another process has the item now.
 */
export async function claim(run: OutboxRun, taken: Held, move: Move): Promise<Held | undefined> {
  let held: Held | undefined = taken;
  // A claim from the take is enough, unless this process has paused since.
  for (let isClaimed = move.kind === "edit" || taken.isClaimed; held; isClaimed = true) {
    const heldAt = run.clock();
    if (isClaimed && !isOver({ since: held.heldAt, forMs: mostStillMs }, heldAt)) return held;
    const atMs = run.now().getTime();
    const next: Taken | undefined = await run.outbox.hold(held, claimed(run, held, move, atMs), atMs);
    held = next && { ...next, heldAt };
  }
  return undefined;
}

function claimed(run: OutboxRun, { itemId, shown }: Taken, move: Move, atMs: number): Shown {
  switch (move.kind) {
    case "edit":
      return shown;
    case "post": {
      const { generation } = move;
      const mark = rootMark(itemId, generation);
      return { ...withoutRoot(shown), generation, claim: claimOf(run, atMs, { what: "root", mark }) };
    }
    case "thread": {
      const mark = `outbox:${itemId}:${shown.generation}:thread:${move.fromN}`;
      return { ...shown, claim: claimOf(run, atMs, { what: "thread", mark, upTo: move.upTo }) };
    }
    case "file": {
      const { upTo, file } = move;
      return { ...shown, claim: claimOf(run, atMs, { what: "file", mark: file.name, upTo }) };
    }
  }
}

function rootMark(itemId: string, generation: number): string {
  return `outbox:${itemId}:${generation}:root`;
}

function claimOf(
  { channelId, newToken }: OutboxRun,
  atMs: number,
  facts: Pick<OutboxClaim, "what" | "mark" | "upTo">,
): OutboxClaim {
  const untilMs = atMs + (facts.what === "file" ? fileMs : postHoldMs);
  return { ...facts, channelId, token: newToken(), claimedAtMs: atMs, untilMs };
}

/** The item with an unfinished post that was found in Slack. Undefined if there is none. */
export async function adopted(
  run: OutboxRun,
  { shown }: Taken,
  claim: OutboxClaim,
): Promise<Shown | "unreadable" | undefined> {
  const rest = withoutTrouble(shown);
  const since = postedSince(claim.claimedAtMs, run.now().getTime());
  // In another channel the old message is useless, so the item starts again.
  if (claim.channelId !== run.channelId) return undefined;
  if (claim.what === "root") {
    const root = await run.messenger.findMarked(claim.channelId, claim.mark, since);
    return root && root !== "unreadable" ? { ...rest, root } : root;
  }
  const isFound = shown.root && (await isThere(run, claim, since, shown.root));
  if (isFound === "unreadable" || !isFound) return isFound || undefined;
  return { ...rest, threadUpTo: claim.upTo ?? rest.threadUpTo };
}

async function isThere({ messenger }: OutboxRun, claim: OutboxClaim, since: Date, thread: MessageRef) {
  if (claim.what === "file") return messenger.isShared(claim.mark, since, thread);
  const found = await messenger.findMarked(claim.channelId, claim.mark, since, thread.ts);
  return found === "unreadable" ? found : found !== undefined;
}
