import { AppError } from "../../../lib/errors.ts";
import type { McpContext } from "../context.ts";
import { type ProgramCaller, recordRefused } from "../serve/caller.ts";
import * as texts from "../texts.ts";
import { type KeptOffer, isOver } from "./offers.ts";
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

/** An offer as its program sees it. The answer that its person got is not in it, because it may hold a secret. */
export async function resultOf(
  { offer, state, messageRef }: KeptOffer,
  { messenger, now }: McpContext,
): Promise<OfferResult> {
  const shown = state === "waiting" && isOver(offer, now()) ? "expired" : state;
  return {
    offer: offer.id,
    state: shown,
    command: offer.entry,
    line: `/db ${offer.line}`,
    message: texts.states[shown],
    ...(messageRef && { link: await messenger.linkTo(messageRef) }),
    expiresAt: offer.expiresAt,
  };
}
