import { plural } from "../../../lib/text.ts";
import { code } from "../../../platform/blocks/escape.ts";

// Names, ids and states are escaped by the caller.

const add = code("/db services add");

// The list, in mrkdwn

export const noServices = `No services yet. Create one, or add those you have: ${add}.`;

/** The headline of a page. */
export function listTitle(total: number, first: number, last: number): string {
  return last - first + 1 === total
    ? `*${plural(total, "service")}*`
    : `*Services ${first} to ${last} of ${total}*`;
}

export const listHint = `To add others you have: ${add}.`;

export const labels = {
  region: "Region",
  size: "Size",
  addedBy: "Added by",
  connection: "Connection",
  id: "Service id",
} as const;

/** A fact with its name. */
export function fact(label: string, text: string): string {
  return `${label}: ${text}`;
}

// The card's buttons

export const buttons = {
  open: "Open",
  more: "More services",
  create: "Create a service",
  backups: "Backups",
  costs: "Costs",
  alerts: "Alerts",
  change: "Change",
  expiry: "Expiry",
  hours: "Hours",
  remove: "Delete…",
  stop: "Stop",
  start: "Start",
  copy: "Copy",
  fromBackup: "New from backup",
  forget: "Take off the list…",
} as const;

export const tabs = { overview: "Overview", connect: "Connect", settings: "All settings" } as const;

const live = "Live from the cloud.";
export const sources = {
  both: live,
  live,
  kept: "From the service's creation. The cloud doesn't show it right now.",
  none: "The cloud doesn't show this service. Its console has the rest.",
} as const;

/** Where the service's card comes from: people paste it in a message. mrkdwn. */
export function shareLink(address: string): string {
  return `Paste this link in a message, and the service's card shows there: ${code(address)}`;
}

/** The note above a form with copied settings. Plain text. */
export function copied(name: string, isKnown: boolean): string {
  return isKnown
    ? `Settings copied from “${name}”. Its name, data and encryption key aren't.`
    : `I can't read the settings of “${name}” right now, so this form has the defaults.`;
}

// Answers, in mrkdwn

/** A service was added. */
export function added(name: string, plainName: string): string {
  return `Added *${name}*. Try ${code(`/db backups ${plainName}`)}.`;
}

/** Before a service is forgotten. */
export function forgetQuestion(name: string): string {
  return `Take *${name}* off the list of services? Commands won't find it by this name anymore. Nothing changes in the cloud.`;
}

export const forgetYes = "Take it off";

/** A service was forgotten. */
export function forgotten(name: string, undo: string): string {
  return `Took *${name}* off the list. Nothing changed in the cloud. To undo: ${code(undo)}.`;
}

// Problems. Plain text.

export const nameRule = "A name can have letters, digits, spaces, dots, dashes and underscores.";
export const idRule = "A service id is a uuid. The cloud's console shows it.";
export const addedAlready = (name: string) =>
  `That service is in the list already, as “${name}”. To give it another name, forget that one first: \`/db services forget ${name}\`.`;
export const whichService = "Which service?";
export const subcommands =
  "Use `services` alone, or add `show <name>`, `add`, `add all`, `add <service id> <name>`, `forget <name>` or `terraform`.";

// Help

export const summary =
  "Shows your services, adds those that your cloud has, forgets one, or writes them as Terraform.";
export const details =
  "`add` opens a list of what your cloud has that isn't here yet, and sets an owner for all you choose. `add all` adds all of it. If your cloud has no list, add one by its id. `show` opens a service: its state, costs and backups, how to connect, and everything the cloud says about it. Forgetting a service changes nothing in the cloud. It asks first. `terraform` writes one service or all of them as Terraform, with import blocks and without secrets.";
