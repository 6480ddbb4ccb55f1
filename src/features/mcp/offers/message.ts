import type { Button } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { Entry } from "../../../platform/commands/entry.ts";
import { truncate } from "../../../lib/text.ts";
import type { McpContext } from "../context.ts";
import * as texts from "../texts.ts";
import { type Offer, hashOfOffer } from "./offers.ts";

export const approveActionId = "offer-approve";
export const openActionId = "offer-open";
export const denyActionId = "offer-deny";

/** The message in which a person decides on a proposal. It shows all that would be done. */
export function offerMessage(offer: Offer, entry: Entry, { workspaceId }: McpContext): Reply {
  const title = texts.offerTitle(escapeName(offer.token.name), entry.title);
  const what = [entry.summary, ...(entry.effect === "destroy" ? [texts.destroys] : [])].join(" ");
  const line = code(`/db ${offer.line}`);
  const after = entry.opens ? texts.afterOpening : texts.afterApproving;
  const small = `${after} ${texts.decideUntil(slackDate(new Date(offer.expiresAt)))}`;
  return reply([title, what, line, ...argumentLines(offer), small].join("\n"), [
    section(title),
    section([what, line, ...argumentLines(offer)].join("\n")),
    actions(buttons(offer, entry, workspaceId)),
    smallPrint(small),
  ]);
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
  const value = `${offer.id} ${hashOfOffer(workspaceId, offer)}`;
  const yes = opens
    ? button({ text: texts.openButton, actionId: openActionId, value })
    : button({ text: texts.approveButton, actionId: approveActionId, value });
  const style = effect === "destroy" ? ("danger" as const) : ("primary" as const);
  return [{ ...yes, style }, button({ text: texts.denyButton, actionId: denyActionId, value })];
}

/** The message once it is decided. */
export function decidedMessage(offer: Offer, title: string, how: string): Reply {
  return say(
    [texts.offerTitle(escapeName(offer.token.name), title), code(`/db ${offer.line}`), how].join("\n"),
  );
}
