import { code } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { humanDays, weekdayOf } from "../../../lib/day.ts";
import { humanDuration } from "../../../lib/duration.ts";
import { plural } from "../../../lib/text.ts";
import { localClock } from "../../../lib/time.ts";
import type { ThresholdFacts } from "./threshold.ts";
import type { Week } from "./week.ts";

// The noise report, in mrkdwn unless noted. Arguments are escaped, and `hook` and `rule` are names.

interface WorstCounts {
  unanswered: number;
  fired: number;
  briefly: number;
}

const unansweredOf = ({ unanswered, fired }: WorstCounts) => {
  if (unanswered < fired) return `${unanswered.toLocaleString("en-US")} of ${plural(fired, "alert")}`;
  return fired === 1 ? "its one alert" : `any of its ${plural(fired, "alert")}`;
};
const overAlone = ({ briefly }: WorstCounts) => {
  if (briefly === 0) return "";
  const were = briefly === 1 ? "was over by itself" : "were over by themselves";
  return `, and ${briefly.toLocaleString("en-US")} ${were} within 5 minutes`;
};

// The report

/** Plain text. */
export const caption = ({ from, to }: Week, hook: string | undefined) =>
  `Noise of ${hook === undefined ? "alerts" : `hook ${hook}`}, ${humanDays(from, to)}`;
export const noAlerts = ({ from, to }: Week, isOver: boolean) =>
  `No alert began in the week of ${humanDays(from, to)}${isOver ? "" : " so far"}.`;
export const inAll = (alerts: number, rules: number, isOver: boolean) =>
  `${plural(alerts, "alert")} of ${plural(rules, "rule")}${isOver ? "" : " so far"}.`;
export const unanswered = (count: number, alerts: number) => {
  if (count === 0) return alerts === 1 ? "Someone acted on it." : "Someone acted on each.";
  if (count === alerts) return alerts === 1 ? "No one acted on it." : "No one acted on any of them.";
  return `No one acted on ${count.toLocaleString("en-US")} of them (${share(count, alerts)}).`;
};
/** Never "0%" for some, and never "100%" for not all. */
const share = (count: number, all: number) => {
  const percent = Math.round((100 * count) / all);
  return percent === 0 ? "under 1%" : percent === 100 ? "over 99%" : `${percent}%`;
};
export const median = (ms: number | undefined) =>
  ms === undefined ? [] : [`Median time to acknowledge: ${humanDuration(ms / 1_000)}.`];
/** Plain text. */
export const columns = {
  rule: "Rule",
  fired: "Fired",
  unanswered: "Unanswered",
  acknowledged: "Ack.",
  briefly: "≤ 5 min",
  flapped: "Flapped",
  muted: "Muted",
  median: "Median ack.",
  hook: "Hook",
} as const;
/** Plain text. */
export const duration = (ms: number) => humanDuration(ms / 1_000);
export const moreRules = (count: number) => `And ${plural(count, "more rule")}, not shown here.`;
export const worst = "*The worst: most alerts that no one acknowledged, snoozed or resolved*";
export const worstLine = (place: number, rule: string, counts: WorstCounts) =>
  `${place}. *${rule}*: no one acted on ${unansweredOf(counts)}${overAlone(counts)}.`;
export const mutedBy = (person: string, when: string) => ` Muted by ${person} ${when}.`;
export const legend =
  "Unanswered: posted, and no one acknowledged, snoozed or resolved it. ≤ 5 min: its sender resolved it that soon.";
export const counted = (zone: string) =>
  `An alert counts in the week in which it came. Weeks begin on Monday (${zoneName(zone)}).`;
export const countedAfter = (when: string) =>
  `:warning: More alerts came than I count in one report. These are all since ${when}.`;
export const unreadable = (count: number) =>
  `${plural(count, "alert")} can't be read any more and ${count === 1 ? "isn't" : "aren't"} counted.`;
export const weeklyIn = (places: string) => `This report also comes on Mondays ${places}.`;
export const weeklyPlace = (channel: { channelId: string }, hook: string | undefined) =>
  hook === undefined ? formatChannel(channel) : `${formatChannel(channel)} (hook ${hook})`;
export const stopHint = `To stop this weekly report: ${code("/db alerts noise off")} here.`;
/** Plain text. */
export const buttons = {
  mute: "Mute",
  raise: "Raise threshold",
  lastWeek: "Last week",
  weekly: "Post it here on Mondays",
  stop: "Stop",
  muteNow: "Mute it",
  open: "Open it at its sender",
  edit: "Change the rule",
  all: "Noise report",
} as const;

// Weekly

const zoneName = (timeZone: string) => (/^[+-]/.test(timeZone) ? `UTC${timeZone}` : timeZone);
const about = (hook: string | undefined) => (hook === undefined ? "all hooks" : `the hook ${hook}`);
/** The subject of a sentence. */
export const subject = (hook: string | undefined) =>
  hook === undefined ? "The weekly noise report" : `The weekly noise report of the hook ${hook}`;
export const scheduled = (channel: { channelId: string }, hook: string | undefined, zone: string) =>
  `The noise report of ${about(hook)} comes every Monday at 9:00 (${zoneName(zone)}) ${formatChannel(channel)}, about the week before.`;
export const next = (due: Date, zone: string) => {
  const { day, at } = localClock(due, zone);
  return `The next one: ${weekdayOf(day)} ${humanDays(day, day)} at ${at}.`;
};
export const stopped = (channel: { channelId: string }, count: number) =>
  count === 1
    ? `Stopped the weekly noise report ${formatChannel(channel)}.`
    : `Stopped ${plural(count, "weekly noise report")} ${formatChannel(channel)}.`;
/** Plain text, in an error. */
export const noneToStop = "No weekly noise report comes in that channel.";
export const tooMany = (most: number) => `There are ${most} weekly noise reports already. Stop one first.`;
export const notRead = (words: string) =>
  `I can't read “${words}”. Use \`/db alerts noise\`, \`/db alerts noise checkout last week\`, \`/db alerts noise weekly #alerts\` or \`/db alerts noise off #alerts\`.`;
export const notAZone = (words: string, hint: string) => `“${words}” isn't a time zone I know. ${hint}`;
export const hookGone = (hook: string, channel: { channelId: string }) =>
  `The weekly noise report of the hook ${hook} ${formatChannel(channel)} has ended, because the hook is gone.`;

// Mute

export const muteQuestion = (rule: string, hook: string, command: string) =>
  `Mute the rule *${rule}* of the hook ${hook}? No one is notified of any of its alerts until it's unmuted: ${code(command)}.`;

// Raise threshold

/** Plain text, at most 24 characters. */
export const thresholdTitle = "Raise threshold";
export const ruleOf = (rule: string, hook: string) => `*${rule}* (hook ${hook})`;
export const changeHere = "I can change this rule at its server.";
export const changeThere =
  "I can't change this rule, because it's at the sender of the alert. Change it there.";
export const present = (threshold: string) => `Its threshold is ${threshold}.`;
export const noThreshold = "Its sender doesn't tell the threshold.";
export const noValues =
  "I don't know what it measured: its alerts of the last two days have no values that I can compare. So I can't propose a threshold.";
export const seen = ({ alerts, lowest, middle, highest }: ThresholdFacts) =>
  alerts === 1
    ? `Its one alert of the last two days with a value measured ${highest}.`
    : `Its ${alerts.toLocaleString("en-US")} alerts of the last two days with a value measured ${lowest} to ${highest}, the middle one ${middle}.`;
export const proposed = (
  { alerts, answered, isBelow }: ThresholdFacts,
  { text, leftOut, keepsAnswered }: { text: string; leftOut: number; keepsAnswered: boolean },
) =>
  `*Proposal: ${text}.* If it fired only ${isBelow ? "below" : "above"} that, ${leftOut.toLocaleString("en-US")} of these ${alerts.toLocaleString("en-US")} alerts wouldn't have come. ${
    keepsAnswered
      ? `${answered === 1 ? "The one that someone acted on" : `All ${answered.toLocaleString("en-US")} that someone acted on`} still would.`
      : "No one acted on any of them."
  }`;
export const assumed = "That takes it that the rule fires above its threshold.";
export const noProposal = (isBelow: boolean | undefined) =>
  isBelow === undefined
    ? "Some are above its threshold and some below, so I can't tell which way to move it."
    : "That's too little to propose a threshold that leaves out alerts and keeps those that someone acted on.";
