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
  digestAll: "alerts:digest-all",
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
