import { keptFor } from "../../../platform/redis/keys.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";
import type { TraceEntry } from "../../../platform/jobs/outbox/shown.ts";

// `/db alerts`: the open alerts, the undelivered ones, and the trace of one. In mrkdwn unless noted.

export const groupNames = {
  firing: "Firing",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  muted: "Muted",
} as const;
export const noneOpen = ":white_check_mark: No open alerts. Resolved ones stay in their channels.";
export const noHooks = `No alerts yet, because there's no hook to bring them here. Create one: ${code("/db alerts hooks create #alerts")}.`;
export const createHook = "Create a hook";
type Narrowing = keyof typeof narrowings;
const ofService = (service: string | undefined) =>
  service === undefined ? "" : ` of ${escapeName(service, 100)}`;
const whichOnes = {
  mine: (total: number) => ` that ${total === 1 ? "concerns" : "concern"} you`,
  unacknowledged: () => " that no one has",
  acknowledged: (total: number) => ` that ${total === 1 ? "is" : "are"} acknowledged`,
};
interface Which {
  only?: Narrowing | undefined;
  service?: string | undefined;
}
export const openCount = (total: number, { only, service }: Which, states: string, range: string) =>
  `*${plural(total, "open alert")}${ofService(service)}${only === undefined ? "" : whichOnes[only](total)}*${states === "" ? "" : `: ${states}`}${range}.`;
export const noneOfService = (service: string) =>
  `:white_check_mark: No open alerts of *${escapeName(service, 100)}*.`;
export const noneOfNarrowed = (only: Narrowing, service: string | undefined) =>
  only === "mine"
    ? `:white_check_mark: No open alerts${ofService(service)} for you.`
    : only === "acknowledged"
      ? `:white_check_mark: No one has acknowledged an open alert${ofService(service)}.`
      : `:white_check_mark: Someone has each open alert${ofService(service)}.`;
export const range = (first: number, last: number) => `, here ${first} to ${last}`;
export const lineRange = (first: number, last: number) => `, here lines ${first} to ${last}`;
export const message = "Message";
/** Plain text. */
export const acknowledgeAll = (count: number) => `Acknowledge all ${count.toLocaleString("en-US")}`;
export const open = "Open";
export const narrowings = {
  mine: "Mine",
  unacknowledged: "Unacknowledged",
  acknowledged: "Acknowledged",
} as const;
export const acknowledgeFree = "Acknowledge all";
export const allOpen = (total: number) => `All ${total.toLocaleString("en-US")}`;
export const listHint = `A line is one rule. ${code("/db alerts ack 1")} acknowledges the line with that number.`;
// What the buttons of a line answer
export const notFiring = "No alert of that line fires any more, so I acknowledged none.";
export const notOpen = "No alert of that line is open any more. Ask for the list again: `/db alerts`.";
/** Plain text. */
export const lineTitle = "Open alerts";
export const ofRule = (count: number, rule: string) => `*${plural(count, "open alert")} of ${rule}*`;
export const moreOfRule = (count: number) => `and ${count.toLocaleString("en-US")} more`;
export const notListed = (count: number) => `${count.toLocaleString("en-US")} older ones aren't listed.`;
/** Plain text. */
export const previous = "Previous";
export const next = "Next";

// Undelivered alerts

export const deadUsage =
  "After `undelivered`, type nothing, `replay all`, or `replay` or `drop` with an id from the list: `/db alerts undelivered`.";
export const noneUndelivered =
  ":white_check_mark: Nothing is undelivered. Everything is in Slack, or on its way.";
export const undelivered = (total: number, shown: string) =>
  `:warning: *${plural(total, "undelivered message")}*, the latest first${shown}.`;
export const allAlerts = "taking in alerts";
export const settingsOf = (hook: string) => `A setting of hook ${hook}`;
export const alertsOf = (hook: string) => `Taking in the alerts of hook ${hook}`;
/** With "in #channel". */
export const alertsIn = (where: string) => `Posting alerts ${where}`;
/** Before a line for each. */
export const waiting = (count: number) =>
  `:warning: *${count === 1 ? "This waits, and is" : "These wait, and are"} tried again and again:*`;
export const needsPerson = (count: number) =>
  `:warning: *${count === 1 ? "This needs" : "These need"} a change by a person:*`;
export const nothingGivenUp = "Nothing else is undelivered.";
export const undeliveredHint = `Fix the cause first, then try again. ${code("/db alerts hooks fallback <hook> #channel")} sets where alerts go if a channel refuses them.`;
export const stormSummary = "*The summary of a storm*";
export const forgottenMessage = (id: string) => `*A message that I no longer have* (${code(id)})`;
export const notDelivered = (where: string, since: string, attempts: number, reason: string) =>
  `Not delivered ${where} since ${since}, after ${plural(attempts, "attempt")}: ${reason}`;
export const unseenEvents = (count: number) => ` ${plural(count, "event")} never showed.`;
/** Plain text. */
export const tryAgain = "Try again";
export const tryAllAgain = "Try all again";
export const drop = "Drop";
export const showUndelivered = "Undelivered alerts";
/** Plain text. */
export const dropQuestion = {
  title: "Drop this message?",
  text: "I won't try to deliver it again. If the same alert fires again, I'll try then.",
  yes: "Drop it",
  no: "Keep it",
} as const;
export const dropTyped = (what: string) =>
  `Drop this undelivered message? I won't try to deliver it again.\n${what}`;
export const replayed = (count: number, where: string) =>
  count === 1
    ? `Trying again ${where}. If the channel takes it, it shows within seconds.`
    : `Trying ${count.toLocaleString("en-US")} messages again, one a second in each channel.`;
export const failsAgain = "What fails again is listed again.";
export const dropped = "Dropped. I won't try to deliver it again.";
/** Plain text, in an error. */
export const noneLeft = "Nothing is undelivered anymore.";
export const gone =
  "This message is no longer undelivered: someone tried it again or dropped it. `/db alerts undelivered` has the current list.";

// Trace

/** Plain text, in an error. */
const whereIds = "The details of an alert end with its id. `/db alerts` lists the open alerts.";
export const traceUsage = `Which alert? Type its id, as in \`/db alerts trace 0f8c\`. ${whereIds}`;
export const noTrace = (id: string) =>
  `I can't find an alert “${id}”. I keep alerts for ${keptFor("incident")} after their last update. ${whereIds}`;
export const emptyTrace = "I no longer have the steps of its delivery.";
/** The latest traces of it in another tool, each a link with the time of its event. */
export const traceLinks = (links: readonly string[]) => `Traces of its latest events: ${links.join(", ")}`;
export const traceHint = (most: number) => `The latest ${most} steps are kept. Times are in UTC.`;
/** Plain text. */
export const earlier = "Earlier";
export const later = "Later";

/** Plain text: the steps of a trace, in columns. */
export const trace = {
  led: {
    new: "a new alert",
    changed: "its message changes",
    unchanged: "nothing visible changes",
  },
  received: "received",
  accepted: "accepted",
  coalesced: "merged",
  coalescedTimes: (times: number) => `${times} received, kept as one`,
  ingested: "processed",
  suppressed: (why: string) => `, not posted: ${why}`,
  others: (count: number) => `, with ${plural(count, "other")}`,
  msLater: (ms: number) => `${ms.toLocaleString("en-US")} ms later`,
  took: (ms: number) => ` in ${ms.toLocaleString("en-US")} ms`,
  shows: (events: number) => `, shows ${plural(events, "event")}`,
  outbox: "outbox",
  look: "search",
  otherAction: "action",
} as const;

/** The names of Slack calls in a trace. */
export const calls: Record<Extract<TraceEntry, { step: "call" }>["call"], string> = {
  post: "post",
  edit: "edit",
  thread: "thread",
  file: "file",
  find: "search",
};

/** Who or what acted, and how. */
export const actions: Readonly<Record<string, readonly [who: string, what: string]>> = {
  tick: ["timer", "something was due"],
  reconcile: ["API", "reported the state"],
  move: ["moved", "to another channel"],
  acknowledge: ["person", "acknowledged it"],
  snooze: ["person", "snoozed it"],
  resolve: ["person", "resolved it"],
  release: ["person", "took it back"],
  mute: ["person", "muted it"],
  hear: ["hand-over", "said what was done there"],
};
