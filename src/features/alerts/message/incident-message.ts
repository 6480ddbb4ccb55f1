import type { KnownBlock } from "@slack/types";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { oneLine } from "../../../lib/text.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { shortBody, shortRawText } from "./body.ts";
import { buttons } from "./buttons.ts";
import { colorOf } from "./color.ts";
import { consoleLine } from "./console-links.ts";
import { factsBlock } from "./facts.ts";
import { fromElsewhere } from "./from-elsewhere.ts";
import { headline, headlineText } from "./headline.ts";
import { notes } from "./notes.ts";
import { isOfTitle, withoutRepeats } from "./without-repeats.ts";

/**
 * An incident's message in its channel: its state in words and what can be done about it, and beside a color of the state
 * what is known of it. The same incident always gives the same message.
 */
export function incidentMessage(incident: Incident, hook: Hook): Reply {
  // Slack folds long blocks beside a color away, so what people press stands above them.
  const above = [section(headline(incident)), buttons(incident, hook)];
  const below = [
    ...paragraph(notes(incident, hook).join("\n")),
    factsBlock(incident),
    ...bodyBlocks(incident.latest),
    ...paragraph(consoleLine(incident.latest)),
    context(`From the hook ${fromElsewhere(hook.name, 60)}`),
  ];
  return reply(headlineText(incident), above, { color: colorOf(incident), blocks: below });
}

/** The body as its sender wrote it, as far as it is short and says more than the title. */
function bodyBlocks(event: AlertEvent): KnownBlock[] {
  const { title, body, isUnreadable } = event;
  if (oneLine(body) === "" || (!isUnreadable && isOfTitle(oneLine(body), oneLine(title)))) return [];
  const { mrkdwn, isShortened } = isUnreadable ? shortRawText(body) : shortBody(withoutRepeats(event));
  if (mrkdwn === "") return [];
  return [
    section(mrkdwn),
    ...(isShortened
      ? [context("This is its beginning. Details has the whole text; the thread has it as it first came.")]
      : []),
  ];
}

function paragraph(text: string | undefined): KnownBlock[] {
  return text === undefined || text === "" ? [] : [section(text)];
}
