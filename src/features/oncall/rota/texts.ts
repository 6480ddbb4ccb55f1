import { typed } from "../../alerts/index.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { plural } from "../../../lib/text.ts";

// What people read about rotas, in mrkdwn unless noted. Arguments are escaped, and `hook` is a hook's name in bold.

// Why a rota can't be read, plain

export const answered = (host: string, status: number) => `${host} answered ${status}.`;
export const busy = "I'm still reading other rotas. Try again in a minute.";
export const tooMuch = "It takes too long to read.";
export const tooManyPeople = (most: number) => `It names more than ${most} people.`;

/** A person as the feed calls them, plain. */
export const nameIn = (name: string) => (name === "" ? "someone without a name" : name);

// The command

export const usage = (hook: string) =>
  `An address may hold a token, so I ask for it in a form: ${code(typed(`rota ${hook}`))}. To end it: ${code(typed(`rota ${hook} off`))}.`;
export const isSet = (hook: string, host: string) =>
  `When an alert of ${hook} escalates, I mention who is on call by the rota at ${host}.`;
export const escalateFirst = (hook: string) =>
  `I mention who is on call when an alert escalates, and this hook doesn't escalate yet. Type ${code(typed(`escalate ${hook} @oncall after 15`))} first.`;
export const isOff = (hook: string) => `When an alert of ${hook} escalates, I mention the user group.`;

// As code, plain

export const otherHost = (host: string) => `Its rota's address doesn't lead to ${host}.`;

// The form. Labels and problems are plain.

export const form = {
  title: "Follow a rota",
  submit: "Save",
  intro: (hook: string) =>
    `When an alert of ${hook} escalates, I mention who is on call, in place of the user group. I read the feed every 10 minutes.`,
  address: "Address of the iCal feed",
  help: "It begins with https:// or webcal://. PagerDuty, Opsgenie, Grafana, Google Calendar and others have one for each schedule. Or a reference to it, such as vault:kv/data/oncall#ical. I keep it encrypted.",
  missing: "The address is missing.",
  notAnAddress: "This isn't an address that begins with https:// or webcal://.",
  gone: "That hook was deleted meanwhile.",
  reading: "I'm still reading it. `/db alerts oncall` shows who is on call in a minute.",
  small:
    "If I can't read it for a day, if no one is on call, or if I can't tell who it is in Slack, I mention the user group and say why.",
} as const;

// Who is on call

export const summary = "Shows who is on call, until when, and who is next.";
export const none = (hook = "<hook>") =>
  `No hook follows a rota yet. Set one: ${code(typed(`rota ${hook}`))}.`;
export const noneOf = (hook: string, name: string) =>
  `${hook} follows no rota, so its alerts mention the user group. Set one: ${code(typed(`rota ${name}`))}.`;
export const noOne = "no one";
/** A person whom we can't mention. */
export const stranger = (name: string) => `${name} (I can't tell who that is in Slack)`;
export const now = (hook: string, who: string, end: Date) => `${hook}: ${who} until ${slackDate(end)}`;
export const noOneNow = (hook: string) => `${hook}: no one, and no one in the next 30 days`;
export const followedBy = (who: string, end: Date) => `, then ${who} until ${slackDate(end)}`;
export const later = (who: string, start: Date) => `• from ${slackDate(start)}: ${who}`;
export const unread = (hook: string, trouble: string) =>
  `${hook}: I can't read the rota${because(trouble)} Its alerts mention the user group.`;
export const notYet = (hook: string) =>
  `${hook}: I haven't read the rota yet. Its alerts mention the user group.`;
export const stale = (hook: string, since: Date, trouble: string) =>
  `${hook}: I haven't been able to read the rota since ${slackDate(since)}${because(trouble)} Its alerts mention the user group.`;
export const old = (since: Date, trouble: string) =>
  `:warning: This is from ${slackDate(since)}. I haven't been able to read the rota since then${because(trouble)} After a day without it, alerts mention the user group.`;

export const leftOut = (count: number, some: string, more: number) =>
  `:warning: ${plural(count, "event")} couldn't be read: ${some}${more > 0 ? ` and ${more} more` : ""}.`;
export const unknownZone = (name: string, as: string) =>
  `:warning: I don't know the time zone ${name} for sure, so I read its times as ${as}.`;
export const noZone = "Some times in the feed have no time zone, so I read them as UTC.";

/** Troubles end with a full stop. */
function because(trouble: string): string {
  return trouble === "" ? "." : `: ${trouble}`;
}

// App Home

export const homeTitle = "You're on call";
export const youAre = (hook: string, end: Date) => `${hook} until ${slackDate(end)}`;

// At an escalation, plain

export const groupBecause = {
  unread: "I can't read the rota",
  stale: "I haven't been able to read the rota for a day",
  noOne: "no one is on call by the rota",
  noOneReadable: "no one is on call by what I can read of the rota",
  stranger: (names: string) => `the rota says ${names}, and I can't tell who that is in Slack`,
} as const;

// The window

export const window = {
  follows: (host: string) =>
    `*Rota:* I mention who is on call by the rota at ${host}, in place of the user group.`,
  none: "*Rota:* none. I mention the user group, or who is on call by an iCal feed.",
  follow: "Follow a rota",
  change: "Change the rota",
  end: "End the rota",
} as const;
