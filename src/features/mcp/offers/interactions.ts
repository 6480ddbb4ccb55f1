import { extended } from "../../../lib/cache.ts";
import { isEqualInConstantTime } from "../../../lib/hash.ts";
import { recorder } from "../../../platform/audit/recorder.ts";
import { originBlockId } from "../../../platform/blocks/command-button.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Shown } from "../../../platform/commands/found.ts";
import { readOwnLine } from "../../../platform/commands/perform.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import type { CommandReading } from "../../../platform/commands/read.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { openForm } from "../../../platform/forms/open.ts";
import type { WindowStart } from "../../../platform/forms/window.ts";
import { renewMark } from "../../../platform/jobs/presses.ts";
import { asAppError } from "../../../platform/slack/failure.ts";
import { acceptCreation } from "../../services/index.ts";
import type { McpContext } from "../context.ts";
import { whyDead } from "../tokens/tokens.ts";
import * as texts from "../texts.ts";
import {
  approveActionId,
  createActionId,
  denyActionId,
  isRunning,
  itemOf,
  openActionId,
  showOpened,
  showOutcome,
} from "./message.ts";
import { type KeptOffer, type Offer, type OfferState, hashOfOffer, isOver, markOf } from "./offers.ts";

/** “Approve”: does what a program proposed, once, in the name of the person who presses. */
export const approveAction: Action<McpContext> = {
  actionId: approveActionId,
  access: "viewer",
  run: (interaction, context) => decide(interaction, context, approve),
};

/** “Create”: creates the service that the message shows, once. */
export const createAction: Action<McpContext> = {
  actionId: createActionId,
  access: "viewer",
  run: (interaction, context) => decide(interaction, context, create),
};

/** “Open the form”: the proposal as a form, which does nothing before its person submits it. */
export const openAction: Action<McpContext> = {
  actionId: openActionId,
  access: "viewer",
  opens: () => true,
  run: (interaction, context) => decide(interaction, context, open),
};

/** “Deny”: ends a proposal. */
export const denyAction: Action<McpContext> = {
  actionId: denyActionId,
  access: "viewer",
  run: (interaction, context) => decide(interaction, context, deny),
};

type Answer = Reply | WindowStart | undefined;

/** An offer that its own person may decide on now. */
interface Open extends KeptOffer {
  entry: Entry;
  reading: CommandReading;
}

type Decide = (open: Open, interaction: Interaction, context: McpContext) => Promise<Answer>;

/** Checks the press, and decides. */
async function decide(interaction: Interaction, context: McpContext, how: Decide): Promise<Answer> {
  const [id = "", hash = ""] = interaction.value.split(" ");
  const kept = await context.mcpOffers.find(id);
  if (!kept) return say(texts.offerGone);
  const { offer } = kept;
  if (offer.userId !== interaction.userId) {
    await record(interaction, kept, context, "offer.decide", texts.onlyItsPerson);
    return say(texts.onlyItsPerson);
  }
  // The message and the record must say the same.
  if (!isEqualInConstantTime(hash, hashOfOffer(context.workspaceId, offer))) {
    await record(interaction, kept, context, "offer.decide", texts.notTheSame);
    return say(texts.notTheSame);
  }
  const entry = context.catalogue.entries.find(({ name }) => name === offer.entry);
  const reading = entry && readOwnLine(entry, offer.line, context.catalogue.readCommand);
  if (!entry || !reading) return say(texts.notHere);
  return how({ ...kept, entry, reading }, interaction, context);
}

/** Why an offer can no longer be carried out. Undefined if it can. */
async function whyNot({ offer, state }: Open, context: McpContext): Promise<string | undefined> {
  if (state === "approved" && !(await isRunning(offer, context))) return texts.stoppedMeanwhile;
  if (state !== "waiting" && state !== "opened") return texts.decidedAlready;
  if (isOver(offer, context.now())) return texts.offerExpired;
  const token = await context.mcpTokens.byId(offer.token.id);
  // An expired token proposed it while it was valid. A revoked one is not trusted any more.
  if (!token || whyDead(token, context.now()) === "revoked") return texts.tokenRevoked;
  return context.mcp.isOn && !context.mcp.isReadOnly ? undefined : texts.proposalsOff;
}

async function approve(open: Open, interaction: Interaction, context: McpContext): Promise<Answer> {
  const { offer, entry } = open;
  const why = await whyNot(open, context);
  if (why !== undefined) return refused(open, why, interaction, context);
  // Checked before too, so a person without the role decides nothing.
  await context.access.demand(interaction, entry.access, { fresh: true });
  return carryOut(open, interaction, context, async () => {
    const answer = await shownOf(open, interaction, context);
    if ("blocks" in answer && answer.isRefusal) {
      await context.mcpOffers.failed(offer, answer.text);
      await end(open, "failed", context);
      return answer;
    }
    const question = asking(answer, offer);
    await end(open, question ? "asking" : "done", context);
    return question ?? formless(answer);
  });
}

/** The one press that counts. If this process dies meanwhile, it is never tried again, and its message says so. */
async function carryOut(
  open: Open,
  interaction: Interaction,
  context: McpContext,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { offer } = open;
  const { mcpOffers, offerQueue, presses, log } = context;
  const mark = markOf(offer);
  await presses.running(mark);
  if (!(await mcpOffers.move(offer, ["waiting"], "approved", context.now())))
    return refused(open, texts.decidedAlready, interaction, context);
  const endRenewing = renewMark(presses, mark, (err) =>
    log.info({ err }, "couldn't say that a proposal is carried out"),
  );
  try {
    await offerQueue.wake(offer.id, itemOf(offer.id, context));
    await record(interaction, open, context, "offer.approve");
    return await work();
  } catch (error) {
    const failure = asAppError(error, context);
    await mcpOffers.failed(offer, explain(failure));
    await end(open, "failed", context);
    throw failure;
  } finally {
    endRenewing();
  }
}

async function create(open: Open, interaction: Interaction, context: McpContext): Promise<Answer> {
  const { offer, entry } = open;
  const why = await whyNot(open, context);
  if (why !== undefined) return refused(open, why, interaction, context);
  const { creation } = offer;
  if (!creation) return say(texts.notTheSame);
  await context.access.demand(interaction, entry.access, { fresh: true });
  return carryOut(open, interaction, context, async () => {
    const { userId, userName, channelId } = interaction;
    const agreed = { userId, userName, door: "mcp", ...(channelId !== undefined && { channelId }) } as const;
    const noting = extended(context, context.queuesFor(offer.id));
    const answer = await acceptCreation(`offer-${offer.id}`, creation, noting, agreed);
    await end(open, "done", context);
    return answer;
  });
}

async function open(offered: Open, interaction: Interaction, context: McpContext): Promise<Answer> {
  const { offer, entry } = offered;
  const why = await whyNot(offered, context);
  if (why !== undefined) return refused(offered, why, interaction, context);
  await context.access.demand(interaction, entry.access, { fresh: true });
  // The form may be opened again. It is submitted by its person, as any other.
  if (!(await context.mcpOffers.move(offer, ["waiting", "opened"], "opened", context.now())))
    return refused(offered, texts.decidedAlready, interaction, context);
  await record(interaction, offered, context, "offer.open");
  const answer = await shownOf(offered, interaction, context);
  const asker = { ...interaction, workspaceId: context.workspaceId, origin: offer.id };
  if ("opens" in answer) await openForm(answer.opens, answer.given, asker, interaction.triggerId, context);
  await show(offered, context, showOpened);
  return "opens" in answer ? undefined : answer;
}

async function deny(open: Open, interaction: Interaction, context: McpContext): Promise<Answer> {
  const { offer } = open;
  if (!(await context.mcpOffers.move(offer, ["waiting", "opened"], "denied", context.now())))
    return refused(open, texts.decidedAlready, interaction, context);
  await record(interaction, open, context, "offer.deny");
  await show(open, context);
  return undefined;
}

/** Performs it as its person, who pressed. The usual checks of role, limits and approvals are made again. */
async function shownOf(
  { offer, reading }: Open,
  { userId, userName, channelId, place }: Interaction,
  context: McpContext,
): Promise<Shown> {
  const asker = {
    workspaceId: context.workspaceId,
    userId,
    userName,
    ...(channelId !== undefined && { channelId }),
    ...(place !== undefined && { place }),
  };
  // The press approves what a program wrote. It doesn't answer the question that this asks.
  const invocation = { asker, kind: "quick", door: "mcp", mayConfirm: false } as const;
  const noting = extended(context, context.queuesFor(offer.id));
  const answer = await context.catalogue.perform(reading, invocation, noting);
  return "draw" in answer ? answer.draw() : answer;
}

/** The answer if it asks again, with a red button. Its press is known as the offer's. */
function asking(answer: Shown, { id }: Offer): Reply | undefined {
  if (!("blocks" in answer)) return undefined;
  const asks = answer.blocks.find(
    (block) =>
      block.type === "actions" &&
      block.elements.some((each) => each.type === "button" && each.style === "danger"),
  );
  if (!asks) return undefined;
  const blocks = answer.blocks.map((each) =>
    each === asks ? { ...each, block_id: originBlockId(id) } : each,
  );
  return { ...answer, blocks };
}

/** An entry that does not say that it opens something must not. */
function formless(answer: Shown): Reply {
  return "blocks" in answer ? answer : say(texts.done);
}

async function end(open: Open, state: OfferState, context: McpContext): Promise<void> {
  await context.mcpOffers.move(open.offer, ["approved"], state, context.now());
  await show(open, context);
}

/** The answer to a press that does nothing. The message may still have its buttons. */
async function refused(
  open: Open,
  why: string,
  interaction: Interaction,
  context: McpContext,
): Promise<Reply> {
  await record(interaction, open, context, "offer.decide", why);
  await show(open, context);
  return say(why);
}

/** Makes the message say what the record says. The record decides, so a late press is refused in any case. */
async function show(
  { offer }: Open,
  context: McpContext,
  how: (kept: KeptOffer, context: McpContext) => Promise<unknown> = showOutcome,
): Promise<void> {
  try {
    const kept = await context.mcpOffers.find(offer.id);
    if (kept) await how(kept, context);
  } catch (err) {
    context.log.info({ err }, "couldn't show what was decided on an offer");
  }
}

/** Records the press. With a reason, as refused. */
async function record(
  { userId, userName, channelId }: Interaction,
  { offer }: KeptOffer,
  context: McpContext,
  action: `offer.${"approve" | "open" | "deny" | "decide"}`,
  refusedBecause?: string,
): Promise<void> {
  const recording = recorder({ userId, userName, channelId, door: "mcp", action }, context);
  const about = { subject: offer.entry, requestId: offer.id };
  const detailOf = (words: string) => texts.byToken(words, offer.token.name, offer.token.id);
  if (refusedBecause === undefined) await recording.done({ ...about, detail: detailOf(texts.proposed) });
  else await recording.notDone({ ...about, result: "refused", detail: detailOf(refusedBecause) });
}
