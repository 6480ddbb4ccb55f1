import type { Incident } from "../incident/record.ts";
import { slackDate } from "../../../platform/blocks/date.ts";

/** The action_ids of what stands under an incident's message. */
export const actionIds = {
  acknowledge: "alerts:acknowledge",
  snooze: "alerts:snooze",
  resolve: "alerts:resolve",
  release: "alerts:release",
  details: "alerts:details",
  pageNext: "alerts:page-next",
  pageBack: "alerts:page-back",
  more: "alerts:more",
  mute: "alerts:mute",
  rule: "alerts:rule",
  /** All members of a storm. */
  stormAll: "alerts:digest-all",
} as const;

/** What "Snooze" offers, the shortest first. */
export const snoozeChoices = ["15m", "1h", "4h", "tomorrow", "custom"] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];

/** What "More" offers. */
export const moreChoices = ["history", "trace", "rule", "mute", "silence"] as const;
export type MoreChoice = (typeof moreChoices)[number];

/** What an entry of a menu sends: which one it is, and the incident's id. */
export function choiceValue(choice: SnoozeChoice | MoreChoice, incidentId: string): string {
  return `${choice} ${incidentId}`;
}

/** How an incident stands, as the first words of its message say it. */
export type Status =
  | "firing"
  | "reported"
  | "acknowledged"
  | "snoozed"
  | "resolved"
  | "flapping"
  | "presumed over"
  | "test"
  | "unreadable";

/** What people did comes first, then what kind of thing it is, then what its sender says. */
export function statusOf(incident: Incident): Status {
  const { state, latest, resolved, isFlapping } = incident;
  if (state === "acknowledged" || state === "snoozed") return state;
  if (isFlapping) return "flapping";
  // A test is over at once, and that is no news.
  if (latest.isTest && resolved?.how !== "person") return "test";
  if (state === "resolved") return resolved?.how === "presumed" ? "presumed over" : "resolved";
  if (latest.isUnreadable) return "unreadable";
  return everFired(incident) ? "firing" : "reported";
}

/** False for what only ever came without a state, or with one that says neither. */
function everFired({ latest, stateAtMs, previousEndMs }: Incident): boolean {
  return latest.state !== "unclear" || (stateAtMs !== undefined && stateAtMs !== previousEndMs);
}

/** A time in Unix milliseconds for mrkdwn; senders' clocks say what they like, and there are numbers that no calendar has. */
export function at(ms: number): string {
  return isTime(ms) ? slackDate(new Date(ms)) : "an unknown time";
}

/** True for what a calendar has, in years of four digits. */
export function isTime(ms: number | undefined): ms is number {
  const year = new Date(ms ?? NaN).getUTCFullYear();
  return year >= 0 && year <= 9_999;
}
