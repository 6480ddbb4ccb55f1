import { code } from "../../../platform/blocks/escape.ts";

// What people read when they click on an alert, in mrkdwn unless noted. Arguments are escaped.

// Gone or too late

export const hookGone = "The hook of this alert was deleted, so I can no longer change the alert.";
export const alertGone = "I no longer have this alert. I keep alerts for 30 days after their last update.";
export const nothingChanged = "Nothing changed.";
export const alreadyResolved = (by: string, when: string) =>
  `Already resolved${by}${when === "" ? "" : ` ${when}`}. If it fires again, its message says so.`;
export const nothingToTakeBack = "This alert isn't acknowledged or snoozed, so there's nothing to take back.";
export const youHaveIt = (when: string) => `You already acknowledged this, ${when}.`;
export const otherHasIt = (person: string, when: string) =>
  `${person} already acknowledged this, ${when}. To take over, choose “Take back”, then “Acknowledge”.`;
export const acknowledged = (title: string) => `You acknowledged *${title}*.`;

// Snooze

/** The form's texts are plain. */
export const snoozeForm = {
  title: "Snooze this alert",
  submit: "Snooze",
  until: "For how long, or until when",
  untilHelp: "Such as 90 min, 2 h, 18:30, tomorrow 9:00, monday or 2026-11-24 14:00. At most 30 days.",
  reason: "Reason",
  reasonHelp: "Everyone in the channel can read it.",
  notRead: "Enter how long or until when, such as 2 h, 18:30, tomorrow 9:00 or monday.",
  over: "That's in the past. Choose a later time, such as 2 h.",
  tooLong: "You can snooze an alert for 30 days at most. To stop it for good, mute it.",
  refused: "Nothing changed",
} as const;
export const snoozeIntro = (zone: string) =>
  `I won't post until then, unless it resolves or becomes critical.${zone === "" ? "" : ` Times of day are in ${zone}.`}`;
export const snoozedInUtc = (until: string) =>
  `I can't read your time zone from Slack, so it's snoozed until ${until}, which is 9:00 UTC.`;

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
