import type { KnownBlock } from "@slack/types";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { oneLine } from "../../../lib/text.ts";
import type { AlertEvent, Severity } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { utcTime } from "../../../lib/time.ts";
import { factsBlock, fromElsewhere, notes, titleFromElsewhere } from "./notes.ts";
import { isOfTitle, shortBody, shortRawText, withoutRepeats } from "./body.ts";
import { buttons, consoleLine } from "./buttons.ts";
import { type Status, at, statusOf } from "./status.ts";

const ofFiring: Record<Severity, { color: string; emoji: string }> = {
  critical: { color: "#a30d2d", emoji: ":red_circle:" },
  error: { color: "#e01e5a", emoji: ":red_circle:" },
  warning: { color: "#e8912d", emoji: ":large_orange_circle:" },
  info: { color: "#36a5d9", emoji: ":large_blue_circle:" },
};
const colors = { acknowledged: "#d9b310", snoozed: "#8d7fb5", resolved: "#2eb67d", aside: "#868686" };

/** The color beside an incident: by its state, and by its severity while it is firing. */
function colorOf(incident: Incident): string {
  const { state, severity = "error" } = incident;
  const status = statusOf(incident);
  if (status === "test" || status === "unreadable" || status === "presumed over") return colors.aside;
  return state === "firing" ? ofFiring[severity].color : colors[state];
}

/** The word for a status, and an emoji that means the same. The emoji of a firing incident shows its severity. */
const signs: Record<Status, { word: string; emoji?: string }> = {
  firing: { word: "Firing" },
  reported: { word: "Reported", emoji: ":speech_balloon:" },
  acknowledged: { word: "Acknowledged", emoji: ":eyes:" },
  snoozed: { word: "Snoozed", emoji: ":zzz:" },
  resolved: { word: "Resolved", emoji: ":white_check_mark:" },
  flapping: { word: "Flapping", emoji: ":arrows_counterclockwise:" },
  "presumed over": { word: "Presumed over", emoji: ":grey_question:" },
  test: { word: "Test", emoji: ":test_tube:" },
  unreadable: { word: "Could not be read", emoji: ":warning:" },
};

/** The first line of an incident's message in mrkdwn: state, person and title. */
export function headline(incident: Incident): string {
  const { latest, severity = "error", acknowledged, snoozed, resolved } = incident;
  const status = statusOf(incident);
  const { word, emoji = ofFiring[severity].emoji } = signs[status];
  const until = status === "snoozed" && snoozed ? ` until ${at(snoozed.untilMs)}` : "";
  const doers: Partial<Record<Status, { userId?: string | undefined } | undefined>> = {
    acknowledged,
    snoozed,
    resolved,
  };
  const userId = doers[status]?.userId;
  const byWhom = userId === undefined ? "" : ` by <@${userId}>`;
  return `${emoji} *${word}${until}${byWhom}: ${titleFromElsewhere(latest.title)}${aside(incident, status)}*`;
}

/** The first line as plain text for notifications, which show no Slack dates and must mention no person. */
function headlineText(incident: Incident): string {
  const { latest, snoozed } = incident;
  const status = statusOf(incident);
  const ends = status === "snoozed" && snoozed ? ` until ${utcTime(new Date(snoozed.untilMs))}` : "";
  const group = fromElsewhere(latest.group ?? "", 150);
  const title = `${titleFromElsewhere(latest.title)}${group === "" ? "" : ` (${group})`}`;
  return `${signs[status].word}${ends}: ${title}${aside(incident, status)}`;
}

/** Marks a test or an unreadable delivery if its status shows a person's action instead. */
function aside({ latest }: Incident, status: Status): string {
  if (latest.isUnreadable && status !== "unreadable") return " (could not be read)";
  return latest.isTest && status !== "test" ? " (a test)" : "";
}

/**
 * The message of an incident: its state and buttons, then beside a color everything known of it. The same incident
 * always gives the same message.
 */
export function incidentMessage(incident: Incident, hook: Hook): Reply {
  // Slack collapses long blocks beside a color, so the buttons come before them.
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

/** The beginning of the body, without what the title says already. */
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
