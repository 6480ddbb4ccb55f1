import { code } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";

// The doctor's checks of hooks, in mrkdwn. Arguments are escaped.

export const checks = {
  channels: "Channels of hooks",
  fromOutside: "Hooks, from outside",
  refused: "Hooks, refused deliveries",
  noHooks: "You have no hooks yet.",
  cannotPost: (channels: string) =>
    `I can't post in ${channels}: deleted, or private without me in it. Invite me with ${code("/invite")}, or give the hook another channel.`,
  notMember: (channels: string) =>
    `I'm not in ${channels}. I can post there, but I can't find my own messages after a crash. Invite me with ${code("/invite")}.`,
  member: (checked: number, named: number) =>
    checked === named
      ? `I'm in ${checked === 1 ? "the channel" : `all ${checked} channels`}.`
      : `I'm in all ${checked} channels that I checked, of ${named}.`,
  noneRefused: (texts: string) => `None since yesterday. ${texts}`,
  longTexts: (count: number, megabytes: string) =>
    count === 0
      ? "No long texts are kept."
      : `The texts of ${plural(count, "long alert")} take ${megabytes} MB.`,
  refusedSince: (name: string, why: string, count: number) =>
    `${name} got ${why}: ${plural(count, "delivery", "deliveries")} refused since yesterday.`,
  moreRefused: (count: number) => `${count} more aren't listed.`,
  memoryAdvice: "The operator has to give Redis more memory.",
  limitAdvice: "Check what its sender sends, or ask the operator to raise the limit.",
  cameBack: (hooks: number) => `A test came back from ${plural(hooks, "hook")}. Nothing was posted.`,
  deletedMeanwhile: (names: string) => `${names} was just deleted.`,
  notReached: (names: string, address: string) =>
    `A test sent to ${names} at ${address} didn't arrive, so senders don't get through either. Let the reverse proxy pass POST requests under ${code("/hooks/")} unchanged, headers too.`,
} as const;
export const whyRefused = {
  hook_events: "more alerts a minute than one hook may",
  hook_bytes: "more bytes a minute than one hook may",
  workspace_events: "more alerts a minute than one workspace may",
  workspace_bytes: "more bytes a minute than one workspace may",
  memory: "alerts while my storage was nearly full",
} as const;
