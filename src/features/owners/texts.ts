import { formatList, plural } from "../../lib/text.ts";
import { code, escapeName } from "../../platform/blocks/escape.ts";
import { slackDate } from "../../platform/blocks/date.ts";

const example = (name: string) => `/db services owner ${name} me team payments`;

// Help

export const summary = "Shows who owns each service, the unowned first, and sets an owner and a team.";
export const details = [
  "A service has an owner, a team or both. A team is a user group of Slack or a name. `none` at the end takes both away, and `team none` the team only. `me` is you.",
  "`digest on` sends you a message on Mondays at 9:00 in your time zone with what concerns you: your services with their state, costs, open alerts and last backup.",
].join("\n");

// Problems. Plain text.

export const usage = `Name the service, then its owner, its team or both, such as \`${example("orders prod")}\`.`;
export const onOrOff = "Add `on` or `off`: `/db services owner digest on`.";
export const whichTeam = "Which team? Give a name, or a user group.";
export const unknownPerson = "Slack doesn't know this person.";
export const teamTooLong = (most: number) => `A team's name has at most ${most} characters.`;
export const noSuchGroup = (handle: string) =>
  `I can't find a user group @${handle} in Slack. Without the @, it is a name of a team.`;
export const isApp = (name: string) => `${name} is an app. Choose a person.`;
export const isGone = (name: string) => `${name}'s Slack account is deactivated. Choose someone else.`;

// The table

export const columns = { service: "Service", owner: "Owner", team: "Team", since: "Since" } as const;
export const noOne = "no one";
export const noServices = `No services yet. ${code("/db create")} creates one.`;

/** The name of the table, for screen readers. Plain text. */
export const caption = "Owners of services";

/** The headline of the list. */
export function listTitle(total: number, unowned: number, page: { first: number; last: number }): string {
  const which = page.last - page.first + 1 === total ? "" : `, ${page.first} to ${page.last} are shown`;
  const title = `*Owners of ${plural(total, "service")}*${which}`;
  if (unowned === 0) return `${title}. Each has an owner or a team.`;
  return `${title}. ${plural(unowned, "service has", "services have")} neither an owner nor a team.`;
}

export const listHint = (name: string) => `Set one: ${code(example(name))}`;

// One service

/** Whom a service belongs to, in mrkdwn. */
export function ownedBy(name: string, owner: string | undefined, team: string | undefined): string {
  if (owner === undefined && team === undefined) return `*${escapeName(name)}* has no owner and no team.`;
  if (owner === undefined) return `*${escapeName(name)}* belongs to the team ${team}. It has no owner.`;
  return `*${escapeName(name)}* belongs to ${owner}${team === undefined ? "" : `, team ${team}`}.`;
}

/** The same as a fact beside others. */
export function fact(owner: string | undefined, team: string | undefined): string {
  if (owner === undefined) return team === undefined ? noOne : `team ${team}`;
  return team === undefined ? owner : `${owner}, team ${team}`;
}

/** Since when, and who said so. */
export function since(at: string, by: string): string {
  return `Since ${slackDate(new Date(at), { style: "day" })}, set by ${by}.`;
}

/** After a change. */
export function changed(name: string, owner: string | undefined, team: string | undefined): string {
  const shown = `*${escapeName(name)}* now`;
  if (owner !== undefined)
    return `${shown} belongs to ${owner}${team === undefined ? "" : `, team ${team}`}.`;
  return team === undefined ? `${shown} has no owner and no team.` : `${shown} belongs to the team ${team}.`;
}

export const buttons = {
  chooseFor: (service: string) => `Owner of ${service}`,
  change: "Change owner",
  owner: "Owner",
  all: "All owners",
  more: "More services",
  choose: "Choose owner",
  setTeams: "Set teams",
  setMoreTeams: "Set more teams",
  digestOn: "Send me this on Mondays",
  digestOff: "Stop the message on Mondays",
} as const;

// What concerns a person

export const concernsTitle = "What concerns me";
export const factLabel = "Owner";

/** A service with what is known of it. */
export function concern(name: string, facts: readonly { label: string; text: string }[]): string {
  const line = facts.map(({ label, text }) => `${label}: ${text}`).join(" · ");
  return `*${escapeName(name)}*${line === "" ? "" : `\n${line}`}`;
}

export function moreConcerns(count: number): string {
  return `And ${plural(count, "more service")}: ${code("/db services owner")}.`;
}

export const digestSubject = "Monday's message about what concerns you";

/** After it was turned on. */
export function digestOn(next: Date, timeZone: string): string {
  return `I'll send you what concerns you on Mondays at 9:00 (${timeZone}), next ${slackDate(next)}. To stop: ${code("/db services owner digest off")}.`;
}

export const digestOff = "I no longer send you what concerns you on Mondays.";
export const digestWasOff = "I don't send you anything on Mondays.";

// When an owner leaves

export const roundSubject = "The round over the owners of services";

/** The first line. */
export function handoverTitle(name: string, count: number): string {
  return `:wave: *${name} has left Slack.* ${plural(count, "service needs", "services need")} a new owner:`;
}

export function handoverLine(service: string, team: string | undefined): string {
  return `• *${service}*${team === undefined ? "" : `, team ${team}`}`;
}

export const handoverAll = "*Give all to one person:*";
export const handoverChoice = "Choose a person";
export const handoverHint = "Nothing changes in the cloud. I ask once.";
export const handoverDone = "These services have a new owner already.";
export const notAsked = "Only the people who were asked, and operators, can choose the new owner.";

/** After a choice. */
export function handedOver(person: string, services: readonly string[]): string {
  const names = services.map((name) => `*${escapeName(name)}*`);
  return `:white_check_mark: ${person} now owns ${formatList(names.length > 10 ? [...names.slice(0, 10), `${names.length - 10} more`] : names)}.`;
}

// The form

export const form = {
  title: "Owner",
  submit: "Save",
  owner: "Owner",
  ownerHelp: "The person to ask about this service. They hear when something is wrong with it.",
  team: "Team",
  teamHelp:
    "A name such as payments, or a user group's handle such as @payments. Costs and budgets can be by team.",
} as const;

// The form for several services

export const many = {
  title: "Set teams",
  /** `teams` are those that services have, and `count` counts the services without one. */
  intro(teams: readonly string[], shown: number, count: number): string {
    const first = shown < count ? ` They are the first ${shown} of ${count} without a team.` : "";
    const known = teams.length === 0 ? "" : ` Teams so far: ${formatList(teams)}.`;
    return `Whom do these services belong to?${first} Leave empty what you don't know. A team is a name such as payments, or a user group's handle such as @payments. Costs and budgets can be by team.${known}`;
  },
  all: "One team for all of these",
  allHelp: "A service with a team of its own below gets that one.",
  row: (name: string, owner: string | undefined) =>
    `*${escapeName(name)}*${owner === undefined ? "" : `, owner ${owner}`}`,
  nothing: "Enter a team or choose an owner for at least one service.",
  left: (count: number) => `${plural(count, "more service has", "more services have")} no team.`,
  none: "Each service on the list has a team. Costs without one are of warehouses, which belong to no team, or of services that aren't on the list.",
} as const;

/** Above the form's fields. */
export function formIntro(name: string): string {
  return `Whom does *${escapeName(name)}* belong to?`;
}
