import { AppError } from "../../../lib/errors.ts";
import type { McpContext } from "../context.ts";
import { type ProgramCaller, recordRefused } from "../serve/caller.ts";
import { plainTextOf } from "../serve/plain.ts";
import * as texts from "../texts.ts";
import { type KeptOffer, isOver } from "./offers.ts";
import { isRunning } from "./outcome.ts";
import { type OfferResult, StatusArgs, statusName } from "./shapes.ts";

/** What became of a proposal to the same person. */
export async function statusOf(given: unknown, { token, context }: ProgramCaller): Promise<OfferResult> {
  const kept = await context.mcpOffers.find(StatusArgs.parse(given ?? {}).offer);
  if (kept?.offer.userId !== token.userId) {
    if (kept) await recordRefused(token, texts.notTheirOffer, context, statusName);
    // Another person's offer is as if there were none.
    throw new AppError("missing", texts.noSuchOffer);
  }
  return resultOf(kept, context);
}

/** What was decided on an offer, and how the work that it began went. */
async function shownState(
  { offer, state, why }: KeptOffer,
  context: McpContext,
): Promise<{ state: OfferResult["state"]; reason?: string | undefined }> {
  if (state === "waiting") return { state: isOver(offer, context.now()) ? "expired" : state };
  if (state === "denied") return { state };
  if (state === "failed") return { state, reason: why };
  const started = await context.startedWork.find(offer.id);
  if (started) return context.stateOfWork(started);
  if (state !== "approved") return { state };
  if (await isRunning(offer, context)) return { state: "running" };
  return { state: "unknown", reason: texts.stoppedMeanwhile };
}

/** An offer as its program sees it. The answer that its person got is not in it, because it may hold a secret. */
export async function resultOf(kept: KeptOffer, context: McpContext): Promise<OfferResult> {
  const { offer, messageRef } = kept;
  const { messenger } = context;
  const { state: shown, reason } = await shownState(kept, context);
  return {
    offer: offer.id,
    state: shown,
    ...(reason && { reason: plainTextOf(reason) }),
    command: offer.entry,
    line: `/db ${offer.line}`,
    message: texts.states[shown],
    ...(messageRef && { link: await messenger.linkTo(messageRef) }),
    expiresAt: offer.expiresAt,
  };
}
