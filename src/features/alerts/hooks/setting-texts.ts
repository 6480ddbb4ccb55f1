import { formatList } from "../../../lib/text.ts";
import type { HookMapping } from "./record.ts";
import { typed } from "./texts.ts";

// The forms for the settings of a hook. Plain text, but the intros, which are mrkdwn with the hook in bold.

export const save = "Save";
export const setWhat = (names: readonly string[]) =>
  `What do you want to set? Type ${formatList([...names], "or")}, as in \`${typed("set checkout fallback")}\`.`;
export const noGroups =
  "I can't see user groups. Create one in Slack, or ask an admin to let me read them: `/db admin doctor`.";
export const noGroup = "No one";

export const fallback = {
  title: "Fallback channel",
  intro: (hook: string) => `If the channel of ${hook} takes no messages, its alerts go to another one.`,
  channel: "Channel",
} as const;

export const escalation = {
  title: "Escalation",
  intro: (hook: string) =>
    `If no one acknowledges an alert of ${hook} in time, I mention a user group in its thread, once.`,
  group: "User group",
  minutes: "After how many minutes",
} as const;

export const source = {
  title: "Source of the alerts",
  intro: (hook: string) =>
    `The alerts of ${hook} come from one service. While one is open, I ask that service's API about it, and resolve it here if it's over.`,
  label: "Service",
  none: "You have no service here yet. Add one: `/db services add`.",
} as const;

export const mapping = {
  title: "Mapping of fields",
  intro: (hook: string) =>
    `Say where ${hook} has each part in what its sender posts: names from the outside to the inside, with a dot between them, and numbers for lists. Only the title is needed.`,
  labels: {
    title: "Title",
    body: "Text",
    state: "State",
    firing: "Values of the state that mean firing",
    resolved: "Values of the state that mean resolved",
    key: "Key, the same for one alert in all states",
    link: "Link",
    group: "Group",
    severity: "Severity",
  } satisfies Record<keyof HookMapping, string>,
  examples: {
    title: "alert.name",
    body: "alert.text",
    state: "alert.status",
    firing: "2,1",
    resolved: "0",
    key: "alert.id",
    link: "links.0.url",
    group: "host.name",
    severity: "alert.severity",
  } satisfies Record<keyof HookMapping, string>,
} as const;

export const rule = {
  title: "Add a rule",
  intro: (hook: string) =>
    `The rule joins those of ${hook} at the end. The first rule that fits an alert decides. Leave out what doesn't matter.`,
  contains: "If the title contains",
  group: "If the group contains",
  severity: "If the severity is at least",
  anySeverity: "Any severity",
  times: "If it's between",
  timesHelp:
    "With days and a zone: 22:00-07:00 Europe/Berlin on mon-fri. Or days alone: weekends. Without a zone, in yours.",
  channel: "Post it in",
  mention: "Mention",
  setSeverity: "Set its severity to",
  sameSeverity: "Leave it",
  mute: "Or mute it",
  muteText: "Post nothing",
} as const;
