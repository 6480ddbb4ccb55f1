import { formatList } from "../../../lib/text.ts";
import { code } from "../../../platform/blocks/escape.ts";

// The form. Plain text unless noted.

export const formTexts = {
  title: "Add services",
  submit: "Add",
  filter: "Filter",
  filterHelp: "A part of a name, a state or a region, such as prod eu-west-1.",
  services: "Services",
  placeholder: "Choose or search",
  rest: "Type in the filter to see others.",
  reading: "I'm reading what your cloud has…",
  nothingFits: "No service fits the filter.",
  nothing: "Your cloud has no services that aren't in the list.",
  /** In mrkdwn. */
  noList: `Your cloud doesn't list its services. Add one by its id: ${code("/db services add <service id> <name>")}.`,
  fromCosts: "seen in the costs",
  all: "All",
  allOfThem: "All of them",
  allHelp: (count: number, filter: string) =>
    filter === "" ? `Adds all ${count}.` : `Adds all ${count} that fit the filter “${filter}”.`,
  chooseOne: "Choose at least one service.",
  owners: "For all that you add",
  ownerHelp: "The person to ask about them. They hear when something is wrong.",
  teamHelp: "A name such as payments, or a user group's handle such as @payments.",
  see: "Show the list",
  /** In mrkdwn. */
  unread: (connections: readonly string[]) =>
    `:warning: I can't read what ${formatList(connections.map(code))} has right now. Try again in a minute.`,
  /** In mrkdwn. */
  owned: (count: number, owner: string) => `${count === 1 ? "It belongs" : "They belong"} to ${owner}.`,
} as const;

// Answers, in mrkdwn

export const nothingFound = "Your cloud has no services that aren't in the list.";
export const onlyFromCosts =
  "Your cloud doesn't list its services. Choose from those that I saw in the costs, or add one by its id.";

/** The names are escaped and bold. */
export function ignored(names: string): string {
  return `I won't offer ${names} again. To add one later: ${code("/db services add")}.`;
}

export const nothingToIgnore = "There are no other services in your cloud right now.";

export const answerButtons = { choose: "Choose…", see: "Show the list", owners: "Owners" } as const;

/** No list can be read. Plain text. */
export const unreadable = "I can't read what your cloud has right now. Try again in a minute.";

/** The heading in App Home. Plain text. */
export const homeTitle = "In your cloud";
