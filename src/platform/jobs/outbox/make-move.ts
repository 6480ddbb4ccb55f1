import { AppError } from "../../../lib/errors.ts";
import { isOver } from "../../../lib/clock.ts";
import { type Shown, withoutTrouble } from "./shown.ts";
import { claim } from "./claims.ts";
import { postSendMs } from "../posts.ts";
import { maybeTwice } from "../post-once.ts";
import { setBack } from "./set-back.ts";
import type { OutboxView, Wanted } from "./source.ts";
import type { Held, Move, OutboxRun, Turn } from "./run.ts";
import { resolveItem } from "./turn.ts";
import { contentJson } from "../../blocks/content.ts";
import type { Reply } from "../../blocks/reply.ts";
import { nextThreadPost } from "./thread-post.ts";
import { hashText } from "../../../lib/hash.ts";
import { calling } from "./refusal.ts";

/** Makes a call of Slack and saves its outcome. Undefined if another process has the item now. */
export async function makeMove(
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
export function nextMove(
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
