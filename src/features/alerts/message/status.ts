import type { Incident } from "../incident/record.ts";
import { slackDate } from "../../../platform/blocks/date.ts";

/** The action_ids of the buttons and menus of incidents. */
export const actionIds = {
  acknowledge: "alerts:acknowledge",
  /** For all firing alerts of a rule. */
  acknowledgeRule: "alerts:acknowledge-rule",
  /** For what a line of the list of open alerts has. */
  acknowledgeLine: "alerts:acknowledge-line",
  snoozeLine: "alerts:snooze-line",
  openLine: "alerts:open-line",
  snooze: "alerts:snooze",
  resolve: "alerts:resolve",
  release: "alerts:release",
  details: "alerts:details",
  pageNext: "alerts:page-next",
  pageBack: "alerts:page-back",
  more: "alerts:more",
  mute: "alerts:mute",
  rule: "alerts:rule",
  /** Posts all incidents of a storm. */
  stormAll: "alerts:storm-all",
  /** For all alerts of a storm. */
  stormAcknowledge: "storm:acknowledge",
  stormSnooze: "storm:snooze",
  /** Asks which rule of a storm to mute, and mutes it. */
  stormMute: "storm:mute",
  stormMuteRule: "storm:mute-rule",
} as const;

/** The choices of "Snooze", the shortest first. */
export const snoozeChoices = ["15m", "1h", "4h", "tomorrow", "custom"] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];

/** The choices of “Snooze all”. */
export const stormSnoozeChoices = ["15m", "1h", "4h", "tomorrow"] as const satisfies readonly SnoozeChoice[];

/** The choices of “⋯”. */
export const moreChoices = ["history", "trace", "rule", "mute", "silence"] as const;
export type MoreChoice = (typeof moreChoices)[number];

/** The value of a menu's entry: its choice and the id of the incident or the storm. `readChoice` reads it. */
export function choiceValue(choice: SnoozeChoice | MoreChoice, id: string): string {
  return `${choice} ${id}`;
}

/** The status that the first word of an incident's message shows. */
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

/** The status of an incident: first what people did, then what kind it is, then what its sender says. */
export function statusOf(incident: Incident): Status {
  const { state, latest, resolved, isFlapping } = incident;
  if (state === "acknowledged" || state === "snoozed") return state;
  if (isFlapping) return "flapping";
  // A test is over at once, so "resolved" would be no news.
  if (latest.isTest && resolved?.how !== "person") return "test";
  if (state === "resolved") return resolved?.how === "presumed" ? "presumed over" : "resolved";
  if (latest.isUnreadable) return "unreadable";
  return everFired(incident) ? "firing" : "reported";
}

/** False if an incident only ever had events with an unclear state. */
function everFired({ latest, stateAtMs, previousEndMs }: Incident): boolean {
  return latest.state !== "unclear" || (stateAtMs !== undefined && stateAtMs !== previousEndMs);
}

/** Formats Unix milliseconds for mrkdwn. Senders may send impossible times, which give "an unknown time". */
export function at(ms: number): string {
  return isTime(ms) ? slackDate(new Date(ms)) : "an unknown time";
}

const [firstMs, endMs] = [Date.parse("0000-01-01T00:00Z"), Date.parse("+010000-01-01T00:00Z")];

/** True for a date in the years 0 to 9999. */
export function isTime(ms: number | undefined): ms is number {
  return ms !== undefined && ms >= firstMs && ms < endMs;
}
