import { type Severity, typed } from "../../alerts/index.ts";
import { plural } from "../../../lib/text.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";

// What people read about maintenance, in mrkdwn unless noted. Errors are plain. Arguments are escaped, and `hook` is a
// hook's name.

// Posts in the hook's channel

export const announcement = (hook: string, until: string) => `Maintenance of ${hook} until ${until}`;
export const kept = (criticalPasses: boolean) =>
  criticalPasses
    ? "I keep new alerts and don't post them. Critical ones I post all the same."
    : "I keep new alerts and don't post them.";
export const ended = (hook: string, since: string, until: string) =>
  `Maintenance of ${hook} is over: ${since} to ${until}`;
export const heldBack = (alerts: number, events: number) =>
  alerts === 0
    ? "No new alert came."
    : `Held back: ${plural(alerts, "alert")} that came ${events === 1 ? "once" : `${events.toLocaleString("en-US")} times`} in all.`;
export const stillOpen = (count: number) =>
  count === 0
    ? []
    : [`${count === 1 ? "One still fires" : `${count.toLocaleString("en-US")} still fire`}: see below.`];
export const worst = "The worst:";
export const worstLine = (title: string, severity: Severity | undefined, times: number) =>
  `• ${severity === undefined ? "" : `${severity}: `}${title} (${plural(times, "time")})`;
export const others = (count: number) => `and ${plural(count, "other")}`;

// The command

export const set = (hook: string, when: string, passes: boolean) =>
  `${hook} is in maintenance ${when}. ${kept(passes)} What still fires at the end is posted then.`;
export const weekly = (days: string, { from, to, zone }: { from: string; to: string; zone: string }) =>
  `every week on ${days} from ${from} to ${to} (${escapeName(zone)})`;
export const once = (since: string, until: string) => `from ${since} to ${until}`;
const passesNote = ", critical alerts are posted";
export const line = (number: number, when: string, passes: boolean, person: string) =>
  `${number}. ${when[0]?.toUpperCase() ?? ""}${when.slice(1)}${passes ? passesNote : ""}, set by ${person}`;
export const title = (count: number, hook: string) => `*${plural(count, "maintenance window")}* of ${hook}`;
export const noWindows = (hook: string) => `${hook} has no maintenance windows.`;
export const now = (until: string) => `:construction: In maintenance until ${until}.`;
export const hint = (name: string) =>
  `Set one: \`${typed(`maintenance ${name} Sat 02:00-04:00 weekly Europe/Berlin`)}\`, or \`${typed(`maintenance ${name} for 2h`)}\`. Add \`critical passes\` if critical alerts are to be posted.`;
export const removed = (hook: string, count: number) =>
  `Removed ${plural(count, "maintenance window")} of ${hook}.`;
export const nothingToRemove = (hook: string, number: string) =>
  `“${hook}” has no maintenance window ${number}.`;
export const endedNow = (hook: string) => `The maintenance of ${hook} ends now. What still fires is posted.`;
export const notNow = (name: string) => `“${name}” isn't in maintenance now.`;
export const example = (name: string) =>
  `For example: \`${typed(`maintenance ${name} Sat 02:00-04:00 weekly Europe/Berlin`)}\` or \`${typed(`maintenance ${name} 2026-11-28 22:00 for 2h`)}\`.`;
export const notRead = (words: string) => `I can't read “${words}” as a time of maintenance.`;
export const isOver = "That time is over already.";
export const tooLong = "A maintenance lasts at most 30 days.";
export const tooMany = (most: number, name: string) =>
  `“${name}” has ${most} maintenance windows already. Remove one first.`;
export const inZone = (zone: string, isOwn: boolean) =>
  isOwn
    ? `${zone} is your time zone in Slack.`
    : "I couldn't read your time zone in Slack, so this is in UTC.";
/** Plain text, but the intro. */
export const form = {
  open: "Add a time",
  title: "Maintenance",
  intro: (hook: string) =>
    `In that time I keep new alerts of ${hook} and don't post them. What still fires at the end is posted then.`,
  when: "When",
  whenHelp:
    "Such as: for 2h. Or: 2026-11-28 22:00 for 2h. Or every week: Sat 02:00-04:00 weekly Europe/Berlin. Without a zone, in yours.",
  critical: "Critical alerts",
  passes: "Post critical alerts all the same",
} as const;
export const off = "Remove";
export const endNow = "End now";
