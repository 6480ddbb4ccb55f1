import { z } from "zod";
import { slackDate } from "../../../platform/blocks/date.ts";
import { redraw } from "../../../platform/jobs/messenger.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { WorkerParts } from "../../../platform/jobs/workers.ts";
import type { McpContext } from "../context.ts";
import { whyDead } from "../tokens/tokens.ts";
import * as texts from "../texts.ts";
import { decidedMessage, openedMessage } from "./message.ts";
import { type KeptOffer, type Offer, isOver, markOf } from "./offers.ts";

/** How soon to look whether the process that does what was approved still works on it. */
const lookAfterMs = 15_000;

/** The queue that looks after the messages of offers. */
export const offerJob = "offers";

const Item = z.object({ workspaceId: z.string(), offerId: z.string() });

/** An offer as an item of the queue. */
export function itemOf(offerId: string, { workspaceId }: Pick<McpContext, "workspaceId">): object {
  return { workspaceId, offerId } satisfies z.output<typeof Item>;
}

/** Takes the buttons off an offer's message once they do nothing any more, at the latest when its time is over. */
export function advanceOffer({
  contextOf,
  longestWaitMs,
}: Pick<WorkerParts<McpContext>, "contextOf" | "longestWaitMs">) {
  return async (_id: string, item: unknown): Promise<Step> => {
    const { workspaceId, offerId } = Item.parse(item);
    const context = contextOf(workspaceId);
    const kept = await context.mcpOffers.find(offerId);
    if (!kept || (await showOutcome(kept, context))) return "done";
    const leftMs = Date.parse(kept.offer.expiresAt) - context.now().getTime();
    if (kept.state === "approved") return { againInMs: lookAfterMs };
    return { againInMs: Math.min(Math.max(leftMs, 0), longestWaitMs) };
  };
}

/** True while a process does what was approved. */
export async function isRunning(offer: Offer, { presses }: McpContext): Promise<boolean> {
  return (await presses.find(markOf(offer))) !== undefined;
}

/** Makes the message say what became of the offer, without buttons. False while its person may still press one. */
export async function showOutcome(kept: KeptOffer, context: McpContext): Promise<boolean> {
  const how = await outcomeOf(kept, context);
  if (how === undefined) return false;
  const { offer, messageRef } = kept;
  const message = decidedMessage(offer, titleOf(kept, context), how);
  if (messageRef) await redraw(context.messenger, messageRef, message);
  return true;
}

/** Makes the message say that its person opened the form. They may open it again, or deny. */
export async function showOpened(kept: KeptOffer, context: McpContext): Promise<void> {
  const { offer, messageRef } = kept;
  const message = openedMessage(offer, titleOf(kept, context), movedAt(kept, context), context);
  if (messageRef) await redraw(context.messenger, messageRef, message);
}

/** What became of an offer. Undefined while a press may still do something. */
async function outcomeOf(kept: KeptOffer, context: McpContext): Promise<string | undefined> {
  const { offer, state } = kept;
  const at = movedAt(kept, context);
  if (state === "done" || state === "asking") return texts.approvedAt(at);
  if (state === "failed") return texts.failedAt(at);
  if (state === "denied") return texts.deniedAt(at);
  const hasEnded = isOver(offer, context.now());
  if (state === "approved") {
    if (await isRunning(offer, context)) return undefined;
    // A queue finishes what it accepted, and tells its person how it ends.
    return (await context.startedWork.find(offer.id)) ? texts.approvedAt(at) : texts.stoppedAt(at);
  }
  const token = await context.mcpTokens.byId(offer.token.id);
  if (!token || whyDead(token, context.now()) === "revoked") return texts.voidNow;
  if (!hasEnded) return undefined;
  return state === "opened" ? texts.openedAndOver(at) : texts.expiredAt(slackDate(new Date(offer.expiresAt)));
}

function movedAt({ movedAt }: KeptOffer, { now }: McpContext): string {
  return slackDate(movedAt === undefined ? now() : new Date(movedAt));
}

/** Another version of the app may know the entry by another name. */
function titleOf({ offer }: KeptOffer, { catalogue }: McpContext): string {
  return catalogue.entries.find(({ name }) => name === offer.entry)?.title ?? offer.entry;
}
