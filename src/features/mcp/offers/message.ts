import type { Button } from "@slack/types";
import { z } from "zod";
import { truncate } from "../../../lib/text.ts";
import { actions, button } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import { redraw } from "../../../platform/jobs/messenger.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { WorkerParts } from "../../../platform/jobs/workers.ts";
import type { CreationOffer } from "../../services/index.ts";
import type { McpContext } from "../context.ts";
import * as texts from "../texts.ts";
import { whyDead } from "../tokens/tokens.ts";
import { type KeptOffer, type Offer, hashOfOffer, isOver, markOf } from "./offers.ts";

export const approveActionId = "offer-approve";
export const createActionId = "offer-create";
export const openActionId = "offer-open";
export const denyActionId = "offer-deny";

/** The message in which a person decides on a proposal. It shows all that would be done, and who is `named` in it. */
export function offerMessage(
  offer: Offer,
  entry: Entry,
  { service, named }: { service: CreationOffer | undefined; named: readonly string[] },
  { workspaceId }: McpContext,
): Reply {
  const title = texts.offerTitle(escapeName(offer.token.name), entry.title);
  const what = [entry.summary, ...(entry.effect === "destroy" ? [texts.destroys] : [])].join(" ");
  const line = code(`/db ${offer.line}`);
  const lines = service ? [line] : [what, line, ...argumentLines(offer)];
  const about = service ? serviceLines(offer, service) : [];
  const after = offer.creation
    ? texts.afterCreating
    : entry.opens
      ? texts.afterOpening
      : texts.afterApproving;
  const small = `${after} ${texts.decideUntil(slackDate(new Date(offer.expiresAt)))}`;
  return reply([title, ...lines, ...named, ...about, small].join("\n"), [
    section(title),
    section(lines.join("\n")),
    ...packed([...named, ...about]),
    actions(buttons(offer, entry, workspaceId)),
    smallPrint(small),
  ]);
}

/** Everything that creating the service would send, its price, who must approve, and what is missing. */
function serviceLines(
  { creation }: Offer,
  { lines, toKnow, price, needsApproval, problems }: CreationOffer,
): string[] {
  const missing = problems.map((problem) => `:warning: ${escapeMrkdwn(problem)}`);
  if (!creation) return [...lines, ...missing, texts.notComplete];
  const facts = [price, needsApproval, ...toKnow].filter((fact) => fact !== undefined);
  return [texts.willSend, ...lines, ...facts.map((fact) => `• ${fact}`)];
}

// Each is in the line too, whole.
const longestValue = 300;

function argumentLines({ args }: Offer): string[] {
  return Object.entries(args)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `• ${escapeName(name)}: ${code(truncate(text, longestValue))}`;
    });
}

function buttons(offer: Offer, { opens, effect }: Entry, workspaceId: string): Button[] {
  const value = valueOf(offer, workspaceId);
  const style = effect === "destroy" ? ("danger" as const) : ("primary" as const);
  const [open, deny] = formButtons(offer, workspaceId);
  if (offer.creation) {
    const create = button({ text: texts.createButton, actionId: createActionId, value });
    return [{ ...create, style }, open, deny];
  }
  if (opens) return [{ ...open, style }, deny];
  return [{ ...button({ text: texts.approveButton, actionId: approveActionId, value }), style }, deny];
}

function formButtons(offer: Offer, workspaceId: string): [open: Button, deny: Button] {
  const value = valueOf(offer, workspaceId);
  return [
    button({ text: texts.openButton, actionId: openActionId, value }),
    button({ text: texts.denyButton, actionId: denyActionId, value }),
  ];
}

function valueOf(offer: Offer, workspaceId: string): string {
  return `${offer.id} ${hashOfOffer(workspaceId, offer)}`;
}

/** The message once it is decided, or its time is over. */
function decidedMessage(offer: Offer, title: string, how: string): Reply {
  return say(decidedText(offer, title, how));
}

/** The message once its form was opened. */
function openedMessage(
  offer: Offer,
  title: string,
  when: string,
  { workspaceId }: Pick<McpContext, "workspaceId">,
): Reply {
  return say(decidedText(offer, title, texts.openedAt(when)), formButtons(offer, workspaceId));
}

function decidedText({ token, line }: Offer, title: string, how: string): string {
  return [texts.offerTitle(escapeName(token.name), title), code(`/db ${line}`), how].join("\n");
}

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

/** Makes the message say how the offer ended, without buttons. False while its person may still press one. */
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

/** How an offer ended. Undefined while a press may still do something. */
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
