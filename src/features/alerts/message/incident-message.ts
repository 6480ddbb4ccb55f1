import type { KnownBlock } from "@slack/types";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { oneLine } from "../../../lib/text.ts";
import type { Severity } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import type { Doer, Incident } from "../incident/record.ts";
import { type Linked, mostOthers } from "../linked/record.ts";
import { utcTime } from "../../../lib/time.ts";
import { doerOf, fromElsewhere, notes, titleFromElsewhere } from "./notes.ts";
import { statusLine } from "./status-line.ts";
import * as texts from "./texts.ts";
import { type ReadableTitle, readableTitle } from "./title.ts";
import { isOfTitle, shortBody, shortRawText, withoutRepeats } from "./body.ts";
import { buttons, linksLine } from "./buttons.ts";
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

/** An emoji for each status that means the same as its word. The emoji of a firing incident shows its severity. */
const emojis: Partial<Record<Status, string>> = {
  reported: ":speech_balloon:",
  acknowledged: ":eyes:",
  snoozed: ":zzz:",
  resolved: ":white_check_mark:",
  flapping: ":arrows_counterclockwise:",
  "presumed over": ":grey_question:",
  test: ":test_tube:",
  unreadable: ":warning:",
};

/** The first line of an incident's message in mrkdwn: state, person, title, and the value against the limit. */
export function headline(incident: Incident, title = titleOf(incident)): string {
  const { severity = "error", acknowledged, snoozed, resolved } = incident;
  const status = statusOf(incident);
  const emoji = emojis[status] ?? ofFiring[severity].emoji;
  const until = status === "snoozed" && snoozed ? texts.until(at(snoozed.untilMs)) : "";
  const doers: Partial<Record<Status, Doer | undefined>> = { acknowledged, snoozed, resolved };
  const doer = doerOf(doers[status] ?? {});
  const byWhom = doer === undefined ? "" : texts.by(doer);
  return `${emoji} *${wordOf(incident, status)}${until}${byWhom}: ${title}${aside(incident, status)}*`;
}

/** The first line as plain text for notifications, which show no Slack dates and must mention no person. */
function headlineText(incident: Incident, shownTitle: string): string {
  const { latest, snoozed } = incident;
  const status = statusOf(incident);
  const ends = status === "snoozed" && snoozed ? texts.until(utcTime(new Date(snoozed.untilMs))) : "";
  const group = fromElsewhere(latest.group ?? "", 150);
  const title = `${shownTitle}${group === "" ? "" : ` (${group})`}`;
  return `${wordOf(incident, status)}${ends}: ${title}${aside(incident, status)}`;
}

/** The title of an incident's alert in mrkdwn, and the value against the limit while it is open. */
export function titleOf({ latest, state }: Pick<Incident, "latest" | "state">): string {
  return titleFromElsewhere(readableTitle(latest, state === "resolved").title);
}

/** The word of a firing incident comes with its severity. */
function wordOf({ severity }: Incident, status: Status): string {
  const word = texts.statusWords[status];
  return status === "firing" && severity !== undefined ? `${word}, ${severity}` : word;
}

/** Marks a test or an unreadable delivery if its status shows a person's action instead. */
function aside({ latest }: Incident, status: Status): string {
  if (latest.isUnreadable && status !== "unreadable") return texts.asideOfUnreadable;
  return latest.isTest && status !== "test" ? texts.asideOfTest : "";
}

/**
 * The message of an incident: its first two lines and buttons, then beside a color its notes, text, links and small
 * print. Details has everything. The same facts always give the same message. `owner` is whom the hook's service
 * belongs to, in mrkdwn.
 */
export function incidentMessage(incident: Incident, hook: Hook, owner?: string, linked?: Linked): Reply {
  const readable = readableTitle(incident.latest, incident.state === "resolved");
  const title = titleFromElsewhere(readable.title);
  // Slack collapses long blocks beside a color, so the buttons come before them.
  const above = [
    section(
      [
        headline(incident, title),
        statusLine(incident, hook, "whole", readable),
        ...(linked
          ? [texts.linked(linked.others, mostOthers, fromElsewhere(linked.name, 60), at(linked.sinceMs))]
          : []),
      ]
        .filter(Boolean)
        .join("\n"),
    ),
    buttons(incident, hook),
  ];
  const below = [
    ...paragraph(notes(incident, hook).join("\n")),
    ...bodyBlocks(incident),
    ...paragraph(linksLine(incident.latest)),
    context(
      [smallPrint(incident, hook, readable), ...(owner === undefined ? [] : [texts.ownedBy(owner)])].join(
        " · ",
      ),
    ),
  ];
  return reply(headlineText(incident, title), above, { color: colorOf(incident), blocks: below });
}

function smallPrint(
  { latest, times, lastSeenAtMs }: Incident,
  hook: Hook,
  { dashboard = "" }: ReadableTitle,
): string {
  const last = at(lastSeenAtMs);
  const shownDashboard = fromElsewhere(dashboard, 80);
  return [
    ...(latest.isTest ? [] : [times === 1 ? texts.seenOnce(last) : texts.seen(texts.times(times), last)]),
    ...(shownDashboard === "" ? [] : [texts.ofDashboard(shownDashboard)]),
    texts.fromHook(fromElsewhere(hook.name, 60)),
  ].join(" · ");
}

/** The beginning of the body, without what the title says already. */
function bodyBlocks({ latest }: Incident): KnownBlock[] {
  const { title, body, isUnreadable } = latest;
  if (body.trim() === "" || (!isUnreadable && isOfTitle(oneLine(body), oneLine(title)))) return [];
  const { mrkdwn, isShortened } = isUnreadable ? shortRawText(body) : shortBody(withoutRepeats(latest));
  if (mrkdwn === "") return [];
  return [section(mrkdwn), ...(isShortened ? [context(texts.shortened)] : [])];
}

function paragraph(text: string | undefined): KnownBlock[] {
  return text === undefined || text === "" ? [] : [section(text)];
}
