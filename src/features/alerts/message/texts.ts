import { code } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";
import type { Status } from "./status.ts";

// The sentences of alert messages, their details and their threads, in mrkdwn unless noted. Arguments are escaped.

// The first line

/** The word for each status. */
export const statusWords: Record<Status, string> = {
  firing: "Firing",
  reported: "Reported",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  resolved: "Resolved",
  flapping: "Flapping",
  "presumed over": "Presumed over",
  test: "Test",
  unreadable: "Unreadable",
};
export const untitled = "No title";
export const asideOfTest = " (a test)";
export const asideOfUnreadable = " (unreadable)";

// The line below it

export const since = (when: string, ago: string) => `since ${when} (${ago})`;
export const sinceOnly = (when: string) => `since ${when}`;
export const received = (when: string) => `received ${when}`;
export const notAcknowledged = "not acknowledged";
export const escalatesAt = (when: string) => `not acknowledged, escalates ${when}`;
export const escalatedAt = (when: string) => `not acknowledged, escalated ${when}`;
export const acknowledgedAt = (when: string) => `acknowledged ${when}`;
export const openFor = (duration: string) => `open for ${duration}`;
export const acknowledgedAfter = (person: string, duration: string) =>
  `acknowledged${person === "" ? "" : ` by ${person}`} after ${duration}`;
/** The other open alerts of the same service that began at about the same time. */
export const linked = (others: number, most: number, service: string, since: string) =>
  `:link: ${others > most ? `More than ${most} others` : plural(others, "other")} on *${service}* since ${since}`;
export const resolvedAt = (when: string) => `resolved ${when}`;

// Notes

export const unreadableNote =
  "I couldn't read this delivery, so here it is as it came. The thread has all of it as a file.";
export const ownTestNote = "A test sent from Slack. Nothing is wrong.";
export const subscriptionNote =
  "Amazon SNS asks whether to deliver here. The link below confirms it, within three days.";
export const senderTestNote = "A test from the sender. Nothing is wrong.";
export const snoozedSince = (when: string, reason: string) =>
  `Snoozed ${when}${reason === "" ? "" : `: ${reason}`}.`;
export const nothingSuppressed = "Nothing suppressed yet.";
export const suppressed = (times: string) => `Seen ${times} since, without a post.`;
export const postsAnyway = "I'll post when it resolves or becomes critical.";
export const flapping = (changes: string, isOver: boolean) =>
  `Flapping: ${changes} in 10 minutes. It's ${isOver ? "resolved" : "firing"} right now.`;
export const overByApi = "The API reports that it's over. Its sender hasn't said so.";
export const ruleDeleted = "Its alert rule was deleted in the console, so it won't alert again.";
export const longUnheard = (when: string) =>
  `I've heard nothing of it for 30 days (last seen ${when}), so I count it as over. If it fires again, that's a new alert.`;
export const unheard = (when: string, interval: string) =>
  `No resolve came, and I've heard nothing since ${when}, so I count it as over.${interval === "" ? "" : ` Its sender checks every ${interval}.`}`;
export const noState = "Its sender gives no state, so it can't say when this is over. Resolve it here.";
export const unclearState = (word: string) =>
  `Its sender now reports “${word}”, which neither opens nor resolves it.`;
export const silenced = "*Silenced in the console*: its sender says nothing until the silence ends.";
export const unverified = (word: string | undefined) =>
  `*Unverified*: the API ${word === undefined ? "doesn't know this alert" : `reports “${word}” for this alert`}, so only its sender can resolve it.`;
export const heldUntil = (until: string) => `I kept it until the maintenance was over, ${until}.`;
export const mutedHere = (person: string, when: string, isRule: boolean) =>
  `*${isRule ? "Its rule is muted" : "Muted"}* by ${person} since ${when}: I won't post when it fires again.`;

// The small print

export const seen = (times: string, last: string) => `Seen ${times}, last ${last}`;
export const seenOnce = (when: string) => `Seen once, ${when}`;
/** `owner` is mrkdwn. */
export const ownedBy = (owner: string) => `Owner ${owner}`;
export const fromHook = (name: string) => `Hook ${name}`;
export const ofDashboard = (name: string) => `Dashboard ${name}`;
export const shortened = "This is the beginning. Details has the whole text; the thread has the first one.";
export const noMoreKept = (kilobytes: number) =>
  `This is the beginning of a text of ${kilobytes} KB. I keep the whole text of a long alert for a day.`;

/** How often, as in "once" or "1,200 times". */
export const times = (count: number) => (count === 1 ? "once" : `${count.toLocaleString("en-US")} times`);

// Links and buttons. Buttons are plain text.

export const console = "Open in the console";
export const confirmSubscription = "Confirm the subscription";
export const runbook = "Runbook";
export const linkTooLong = "Its link into the console is too long for a message. Details has it.";
export const buttons = {
  acknowledge: "Acknowledge",
  snooze: "Snooze",
  resolve: "Resolve",
  release: "Take back",
  details: "Details",
} as const;
export const snoozeChoices = {
  "15m": "For 15 minutes",
  "1h": "For 1 hour",
  "4h": "For 4 hours",
  tomorrow: "Until tomorrow 9:00",
  custom: "Custom…",
} as const;
export const moreChoices = {
  history: "History",
  trace: "Trace",
  rule: "Rule",
  mute: "Mute this alert…",
  silence: "Silence in the console",
} as const;

// The facts in Details

export const facts = {
  group: "Group",
  value: "Value",
  limit: "Limit",
  severity: "Severity",
  received: "Received",
  since: "Since",
  until: "Until",
  seen: "Seen",
  lastSeen: "Last seen",
  escalated: "Escalated to",
} as const;

// The history, after a time and a colon

export const history = {
  fired: (note: string) => `fired${note}.`,
  firedAgain: (note: string) => `fired again${note}.`,
  severityRose: (severity: string) => `severity rose${severity === "" ? "" : ` to ${severity}`}.`,
  acknowledged: (by: string) => `acknowledged${by}.`,
  snoozed: (by: string, until: string, reason: string) => `snoozed${by}${until}${reason}.`,
  snoozeOver: (heldBack: string) =>
    heldBack === ""
      ? "the snooze is over. Nothing was suppressed."
      : `the snooze is over. Seen ${heldBack} meanwhile.`,
  released: (by: string) => `taken back${by}. It's no longer acknowledged.`,
  resolved: (by: string, note: string, facts: string) =>
    `resolved${by}${note}${facts === "" ? "" : `: ${facts}`}.`,
  flapping: "flapping, with more than 4 changes in 10 minutes. I'll post less.",
  flappingOver: "no longer flapping.",
  muted: (by: string) => `muted${by}. I won't post when it fires again.`,
  moved: (reason: string) => `moved to this channel, because I can't post in the other one.${reason}`,
  reminded: "acknowledged, but not resolved yet.",
  remindedPerson: (person: string) =>
    `${person}, you acknowledged this over 30 minutes ago, and it isn't resolved yet.`,
  mentioned: "not acknowledged yet.",
  mentionedGroup: (group: string, because: string) => `${group}, this isn't acknowledged yet${because}.`,
  mentionedOnCall: (people: string) => `${people}, you're on call, and this isn't acknowledged yet.`,
  presumedOver: (time: string) =>
    `presumed over. I've heard nothing${time === "" ? " more" : ` for ${time}`}.`,
  deleted: "its alert rule was deleted in the console.",
  silenced: "silenced in the console.",
  unverified: (word: string) =>
    word === ""
      ? "unverified, because the API doesn't know this alert."
      : `unverified, because the API reports “${word}” for this alert.`,
  wordChanged: (word: string) => `its sender now reports “${word}”.`,
} as const;
export const by = (person: string) => ` by ${person}`;
export const until = (when: string) => ` until ${when}`;
/** Plain text: the title of a file. */
export const wholeTextFile = "Whole text";
export const rawTextFile = "As it came";

// The window “Details”

export const details = {
  share: (address: string) => `Paste this link in a message, and the alert's card shows there: ${address}`,
  title: "Details",
  sentAs: (title: string) => `Sent as “${title}”`,
  senderClock: "*By the sender's clock*",
  latest: (when: string) => `Latest: ${when}`,
  evaluated: (from: string, to: string) => `Evaluated from ${from} to ${to}`,
  evaluatedEvery: (interval: string) => `Evaluated every ${interval}`,
  whoDidWhat: "*History*",
  page: (page: number, pages: number) => `Page ${page} of ${pages} of the text`,
  previous: "Previous page",
  next: "Next page",
  timeline: "Timeline as a file",
  source: "*Source*",
  hook: (name: string, sender: string) => `Hook ${name}, format ${sender}`,
  incident: (id: string) => `Alert id ${code(id)}`,
  key: (key: string) => `Key ${code(key)}`,
  rule: (id: string) => `Alert rule ${code(id)}`,
  apiSaid: (word: string, when: string) => `The API reported “${word}” ${when}`,
} as const;
