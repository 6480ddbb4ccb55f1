import { keptFor } from "../../../platform/redis/keys.ts";
import { plural } from "../../../lib/text.ts";

// The message of a storm, in mrkdwn, and what its buttons answer. Arguments are escaped.

/** Plain text. */
export const fallback = (total: number, firing: string, isOver: boolean) =>
  `${isOver ? "Storm is over" : "Storm"}: ${plural(total, "alert")}, ${firing} still firing`;
export const storm = (count: string, since: string) => `:rotating_light: *Storm: ${count} since ${since}*`;
export const stormOver = (count: string, from: string, to: string) =>
  `:ballot_box_with_check: *Storm is over: ${count} from ${from} to ${to}*`;
export const whileItLasts =
  "New alerts join this message while the storm lasts. Critical ones get their own. The counts stay up to date.";
export const afterwards = "New alerts get their own messages again. The counts here stay up to date.";
export const worst = "*Worst first*";
export const bySeverity = "*By severity*";
export const byGroup = "*By group*";
export const openOf = (name: string, open: string, total: string) => `${name}: ${open} open of ${total}`;
export const unnamed = "not given";
export const more = (count: string) => `and ${count} more`;
export const mutedRule = (name: string, person: string) => `*Muted*: the rule *${name}*, by ${person}.`;
/** Of one alert's groups, such as "400 services: service-00001 … 00400". */
export const groups = (count: string, noun: string, names: string) => `${count} ${noun}: ${names}`;
export const alertsOf = (count: number) => plural(count, "alert");
export const seen = (times: string) => `seen ${times}`;

/** Plain text. */
export const buttons = {
  acknowledge: "Acknowledge all",
  snooze: "Snooze all",
  mute: "Mute this rule…",
  muteOne: "Mute a rule…",
  showAll: "Show all",
} as const;

export const gone = () =>
  `I no longer have this storm. I keep storms for ${keptFor("incident")}. Nothing changed.`;
export const nothingFires = "No alert of this storm is firing, so there's nothing to acknowledge.";
export const noneFires = "No alert of this rule is firing any more, so there's nothing to acknowledge.";
export const nothingOpen = "No alert of this storm is open, so there's nothing to snooze.";
export const nothingToMute = "No alert of this storm is open, so there's no rule to mute.";
export const acknowledged = (count: number) =>
  `You acknowledged ${plural(count, "alert")}. The messages follow within moments.`;
export const snoozed = (count: number, until: string) =>
  `You snoozed ${plural(count, "alert")} until ${until}.`;
export const muteQuestion = (rules: number) =>
  rules === 1
    ? "Mute this rule? No one is notified of any of its alerts until it's unmuted."
    : "Which rule? No one is notified of any of its alerts until it's unmuted.";
/** Plain text. */
export const whichRule = "Choose a rule";
export const muteRule = (name: string, count: string) => `Mute ${name} (${count})`;
export const ruleMuted = (name: string, command: string) =>
  `Muted the rule *${name}*. To unmute it: ${command}.`;
export const ruleMutedAlready = (name: string, person: string, when: string) =>
  `The rule *${name}* is already muted, by ${person} ${when}.`;
export const hookGone = "The hook of this rule was deleted, so there's nothing to mute.";

/** The comment of the file with all alerts of a storm. */
export const listComment = (count: number, when: string) =>
  `${plural(count, "alert")} of this storm as of ${when}, the worst first.`;
/** Plain text: the title of that file. */
export const listTitle = (when: string) => `All alerts of this storm, ${when}`;
