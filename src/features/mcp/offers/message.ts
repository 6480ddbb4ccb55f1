import type { Button } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import { truncate } from "../../../lib/text.ts";
import type { CreationOffer } from "../../services/index.ts";
import type { McpContext } from "../context.ts";
import * as texts from "../texts.ts";
import { type Offer, hashOfOffer } from "./offers.ts";

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
export function decidedMessage(offer: Offer, title: string, how: string): Reply {
  return say(decidedText(offer, title, how));
}

/** The message once its form was opened. */
export function openedMessage(
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
