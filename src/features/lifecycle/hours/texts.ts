import { shortWeekdays } from "../../../lib/day.ts";
import { plural } from "../../../lib/text.ts";
import { code, escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { slackDate } from "../../../platform/blocks/date.ts";

/** The subject of a sentence, in mrkdwn. */
export function subject(name: string): string {
  return `The hours of *${escapeName(name)}*`;
}

/** As in "2 services with hours". */
export function count(services: number): string {
  return plural(services, "service with hours", "services with hours");
}

/** As in "08:00-19:00 Mon-Fri Europe/Berlin", which can be typed. A whole day ends at 24:00. */
export function hours(given: {
  from: string;
  to: string;
  days: readonly number[];
  timeZone: string | undefined;
}): string {
  const to = given.to === given.from && given.from === "00:00" ? "24:00" : given.to;
  return [`${given.from}-${to}`, shortWeekdays(given.days), given.timeZone].filter(Boolean).join(" ");
}

// Names are plain here, and escaped within.

/** The hours were set. */
export function set(
  name: string,
  shown: string,
  next: { verb: "start" | "stop"; at: Date } | undefined,
): string {
  const then = next ? ` It ${next.verb}s ${slackDate(next.at)} for the first time.` : "";
  return `*${escapeName(name)}* runs ${shown}.${then} A start by hand holds until the next of these times. ${code(`/db services wake ${name}`)} wakes it for 2 hours.`;
}
export function off(name: string): string {
  return `*${escapeName(name)}* has no hours anymore. It stays as it is now.`;
}
export function hadNone(name: string): string {
  return `*${escapeName(name)}* has no hours, so the clock neither starts nor stops it. For others than these: ${code(`/db services hours ${name} 08:00-19:00 Mon-Fri`)}.`;
}
export const noneHas = `No service has hours. Set some with ${code("/db services hours <service> 08:00-19:00 Mon-Fri")}.`;

/** One of those with hours. */
export function line(name: string, shown: string, wokenUntil: Date | undefined): string {
  const woken = wokenUntil ? `, woken until ${slackDate(wokenUntil, { style: "time" })}` : "";
  return `• *${escapeName(name)}* runs ${escapeMrkdwn(shown)}${woken}`;
}

/** It is woken. */
export function woken(name: string, until: Date, stops: boolean): string {
  const then = stops ? "Then it stops again." : "Its hours go on then.";
  return `:sunrise: Waking *${escapeName(name)}* until ${slackDate(until, { style: "time" })}. ${then}`;
}

/** It runs, so there is nothing to wake. */
export function runsAlready(name: string, stopAt: Date | undefined): string {
  const then = stopAt
    ? `It stops ${slackDate(stopAt)}.`
    : "Someone started it outside its hours, so it runs until these stop it the next time.";
  return `*${escapeName(name)}* is running already. ${then}`;
}

/** Its next stop is later. */
export function keptLonger(name: string, until: Date, stops: boolean): string {
  const then = stops ? "Then it stops." : "Its hours go on then.";
  return `:sunrise: *${escapeName(name)}* keeps running until ${slackDate(until)}. ${then}`;
}

/** It has no hours, so nothing would stop it again. */
export function runsWithoutHours(name: string): string {
  return `*${escapeName(name)}* is running already. It has no hours, so it runs until someone stops it.`;
}
export function needsHours(name: string): string {
  return `*${escapeName(name)}* has no hours, so I wouldn't know when to stop it. Start it, and it runs until someone stops it.`;
}

/** The hours that are offered, by their button. Whoever clicks gives the zone. */
export const offered = {
  "Mon-Fri, 8:00 to 18:00": "08:00-18:00 Mon-Fri",
  "Mon-Fri, all day": "Mon-Fri",
} as const;
export const offButton = "End the hours";
export const startButton = "Start";
export const wakeButton = "Wake for 2 h";
export const longerButton = "Keep it for 2 more hours";

// To the channel

/** The hours can't go on. */
export function ended(name: string, why: "unserved" | "gone"): string {
  const shown = escapeName(name);
  return why === "gone"
    ? `:information_source: The hours of *${shown}* have ended: the cloud doesn't have it anymore.`
    : `:warning: The hours of *${shown}* have ended: this server does not offer to start or stop a service.`;
}
/** An edge failed. The reason is plain text. */
export function failed(verb: "start" | "stop", name: string, why: string): string {
  return `:warning: I couldn't ${verb} *${escapeName(name)}* by its hours. ${escapeMrkdwn(why)} I try again every 5 minutes.`;
}
export const because = "By its hours.";

// Help and problems. Plain text with code.

export const summary = "Starts and stops services by the clock.";
export const details =
  "The zone is yours, unless you name one. Each start and each stop happens once, also when clocks change. A start or a stop by hand holds until the next one. `off` ends the hours. Some servers can't stop services, and then this says so.";
export const wakeSummary = "Starts a service for 2 hours outside its hours, or keeps it for 2 more.";
export const which = "Which service? Add its name and its hours, as in `orders dev 08:00-19:00 Mon-Fri`.";
export const which2 = "Which service? Add its name, as in `orders dev`.";
export const sameTimes =
  "That would be all day, every day. Say on which days it runs, as in `Mon-Fri`, or leave the hours off.";
/** A word that isn't a time of day. */
export function notATime(word: string): string {
  return `“${word}” isn't a time of day. Write it as in \`08:00-19:00\`.`;
}
export function notAZone(words: string, hint: string): string {
  return `I don't know the days or the zone “${words}”. Days are as in \`Mon-Fri\` or \`Mon,Wed\`. ${hint}`;
}
export function unfit(name: string, why: string): string {
  return `The hours of “${name}” can't be followed. ${why} Set them again: \`/db services hours ${name} 08:00-19:00 Mon-Fri\`.`;
}
