import { utcTime } from "../../../lib/time.ts";
import type { Severity } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";
import { at } from "./at.ts";
import { fromElsewhere, titleFromElsewhere } from "./from-elsewhere.ts";
import { type Status, statusOf } from "./status.ts";

const words: Record<Status, string> = {
  firing: "Firing",
  reported: "Reported",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  resolved: "Resolved",
  flapping: "Flapping",
  "presumed over": "Presumed over",
  test: "Test",
  unreadable: "Could not be read",
};

// Each beside the word that says the same.
const emoji: Record<Exclude<Status, "firing">, string> = {
  reported: ":speech_balloon:",
  acknowledged: ":eyes:",
  snoozed: ":zzz:",
  resolved: ":white_check_mark:",
  flapping: ":arrows_counterclockwise:",
  "presumed over": ":grey_question:",
  test: ":test_tube:",
  unreadable: ":warning:",
};
const emojiOfFiring: Record<Severity, string> = {
  critical: ":red_circle:",
  error: ":red_circle:",
  warning: ":large_orange_circle:",
  info: ":large_blue_circle:",
};

/** The first line of an incident's message, in mrkdwn: how it stands, by whose doing, and what it is. */
export function headline(incident: Incident): string {
  const status = statusOf(incident);
  const sign = status === "firing" ? emojiOfFiring[incident.severity ?? "error"] : emoji[status];
  const standing = `${words[status]}${until(incident, status)}${byWhom(incident, status)}`;
  return `${sign} *${standing}: ${titleFromElsewhere(incident.latest.title)}${aside(incident, status)}*`;
}

/** The same as one short sentence for notifications, which know no dates and should call nobody. */
export function headlineText(incident: Incident): string {
  const { latest, snoozed } = incident;
  const status = statusOf(incident);
  const ends = status === "snoozed" && snoozed ? ` until ${utcTime(new Date(snoozed.untilMs))}` : "";
  const group = fromElsewhere(latest.group ?? "", 150);
  const title = `${titleFromElsewhere(latest.title)}${group === "" ? "" : ` (${group})`}`;
  return `${words[status]}${ends}: ${title}${aside(incident, status)}`;
}

function until({ snoozed }: Incident, status: Status): string {
  return status === "snoozed" && snoozed ? ` until ${at(snoozed.untilMs)}` : "";
}

function byWhom({ acknowledged, snoozed, resolved }: Incident, status: Status): string {
  const doers: Partial<Record<Status, { userId?: string | undefined } | undefined>> = {
    acknowledged,
    snoozed,
    resolved,
  };
  const userId = doers[status]?.userId;
  return userId === undefined ? "" : ` by <@${userId}>`;
}

/** Said apart where people have done something with what is no alert, so that the state comes first. */
function aside({ latest }: Incident, status: Status): string {
  if (latest.isUnreadable && status !== "unreadable") return " (could not be read)";
  return latest.isTest && status !== "test" ? " (a test)" : "";
}
