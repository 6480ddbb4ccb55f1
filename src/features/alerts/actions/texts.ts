import { keptFor } from "../../../platform/redis/keys.ts";
import { plural } from "../../../lib/text.ts";
import { code } from "../../../platform/blocks/escape.ts";

// What people read when they click on an alert, in mrkdwn unless noted. Arguments are escaped.

// Gone or too late

export const hookGone = "The hook of this alert was deleted, so I can no longer change the alert.";
export const alertGone = () =>
  `I no longer have this alert. I keep alerts for ${keptFor("incident")} after their last update.`;
export const nothingChanged = "Nothing changed.";
export const alreadyResolved = (by: string, when: string) =>
  `Already resolved${by}${when === "" ? "" : ` ${when}`}. If it fires again, its message says so.`;
export const nothingToTakeBack = "This alert isn't acknowledged or snoozed, so there's nothing to take back.";
export const youHaveIt = (when: string) => `You already acknowledged this, ${when}.`;
export const otherHasIt = (person: string, when: string) =>
  `${person} already acknowledged this, ${when}. To take over, choose “Take back”, then “Acknowledge”.`;
export const acknowledged = (title: string) => `You acknowledged *${title}*.`;
export const takenBack = (title: string) => `You took *${title}* back. It fires, and no one has it.`;

// Typed: which alert, and what was done

/** Plain text, in an error. */
export const whichAlert = (word: string) =>
  `Which alert? Type its number in \`/db alerts\` or words of its title, as in \`/db alerts ${word} 1\` or \`/db alerts ${word} disk full\`.`;
/** Plain text, in errors. */
export const noneIsOpen = "No alerts are open.";
export const noSuchLine = (number: string) =>
  `Nothing changed: a number means the list that you saw last, and it has no number ${number} now. This is the list:`;
/** Plain text, in errors. */
export const noneCalled = (called: string) => `No open alert is ${called}.`;
export const isOpen = "Open is";
export const areOpen = "Open are";
export const fits = (words: string, count: number) => `“${words}”, which fits ${plural(count, "open alert")}`;
export const whichOf = (count: number, words: string) =>
  `${count.toLocaleString("en-US")} open alerts fit “${words}”. Which one?`;
export const theFirst = (count: number) =>
  `These are the first ${count}. For another one, type more of its title.`;
export const noneIsFree = "No alert fires that no one has, so there's nothing to acknowledge.";
export const acknowledgeQuestion = (count: number, titles: string) =>
  `Acknowledge all ${plural(count, "alert")} that no one has: ${titles}?`;
/** Plain text. */
export const acknowledgeAll = (count: number) => `Acknowledge all ${count.toLocaleString("en-US")}`;
export const acknowledgedAll = (count: number, titles: string) =>
  `You acknowledged ${plural(count, "alert")}: ${titles}. To undo it for one, choose “Take back” in its message.`;
export const toTakeBack = "To undo it, choose “Take back”.";

// Snooze

/** The form's texts are plain. */
export const snoozeForm = {
  title: "Snooze this alert",
  submit: "Snooze",
  until: "For how long, or until when",
  untilHelp: "Such as 90 min, 2 h, 18:30, tomorrow 9:00 or monday. At most 30 days.",
  reason: "Reason",
  reasonHelp: "Everyone in the channel can read it.",
  notRead: "Enter how long or until when, such as 2 h, 18:30, tomorrow 9:00 or monday.",
  over: "That's in the past. Choose a later time, such as 2 h.",
  tooLong: "You can snooze an alert for 30 days at most. To stop it for good, mute it.",
  refused: "Nothing changed",
  done: "Snoozed",
} as const;
export const snoozeIntro = (zone: string) =>
  `I won't post until then, unless it resolves or becomes critical.${zone === "" ? "" : ` Times of day are in ${zone}.`}`;
export const snoozeLine = "This snoozes all alerts of the line.";
export const snoozedInUtc = (until: string) =>
  `I can't read your time zone from Slack, so it's snoozed until ${until}, which is 9:00 UTC.`;

export const snoozed = (title: string, until: string) =>
  `Snoozed *${title}* until ${until}. I won't post before that, unless it resolves or becomes critical.`;
export const snoozeQuestion = (count: number, titles: string, until: string) =>
  `Snooze all ${plural(count, "alert")} that no one has until ${until}: ${titles}?`;
/** Plain text. */
export const snoozeAll = (count: number) => `Snooze all ${count.toLocaleString("en-US")}`;
export const snoozedAll = (count: number, titles: string, until: string) =>
  `Snoozed ${plural(count, "alert")} until ${until}: ${titles}. To undo it for one, choose “Take back” in its message.`;
export const noneToSnooze = "No alert fires that no one has, so there's nothing to snooze.";
/** Plain text, in errors. */
export const noSpan = "Say for how long, such as 30m, 2h or 1d, or until when, such as until 18:30.";
export const tooShort = "You can snooze an alert for a minute at least, such as 30m.";

// History, Trace and Rule. Titles are plain text.

export const historyTitle = "History";
export const historyOf = (title: string) => `*History of ${title}*`;
export const olderInDetails = "Older entries are under Details.";
export const traceTitle = "Trace";
export const ruleTitle = "Rule";
export const ruleUnknown = (title: string, why: string) => `I can't find the rule behind “${title}”. ${why}`;
export const serverUnknown = "I don't know which server the alerts of its hook are on.";
export const noneOrSeveral = "I can't tell which alert rule there it is. It may have been deleted or moved.";
export const unlisted =
  "Its sender doesn't name the rule, and this server has no list of alert rules to search.";
export const sayServer = (hook: string) =>
  `To set it: ${code(`/db alerts hooks observe ${hook} <service>`)}.`;
export const allRulesThere = "All alert rules there";
export const showHook = "Open the hook";

// Mute

export const named = (title: string, hook: string) => `“${title}” (hook ${hook})`;
export const muteQuestion = (alert: string, command: string) =>
  `Mute ${alert}? No one is notified until it's unmuted: ${code(command)}.`;
export const muteTitle = "Mute";
export const muteButton = "Mute it";
export const muted = (alert: string, command: string) => `Muted ${alert}. To unmute it: ${code(command)}.`;
export const mutedAlready = (alert: string, person: string, when: string) =>
  `${alert} is already muted, by ${person} ${when}.`;
/** Instead of a mute for a time. */
export const muteHasNoEnd = (alert: string) =>
  `A mute of ${alert} lasts until someone unmutes it. For a time, snooze it instead.`;
/** Plain text. */
export const snoozeFor = (span: string) => `Snooze ${span.startsWith("until ") ? "" : "for "}${span}`;
