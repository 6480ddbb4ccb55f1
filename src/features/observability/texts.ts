import { code } from "../../platform/blocks/escape.ts";
import { plural } from "../../lib/text.ts";

// Choosing a service or an observability server.

export const whichTarget = "*Which service?*";

export const chooseTarget = "Choose one";

export const ofService = "Alert rules of…";

/** The label of the button to the rules of the only service. */
export function rulesOf(target: string): string {
  return `Alert rules of ${target}`;
}

/** How to name a service instead of choosing it; `cut` has how many the menu shows and how many there are. */
export function orTypeName(command: string, cut?: readonly [shown: number, all: number]): string {
  const note = cut ? `The menu shows the first ${cut[0]} of ${plural(cut[1], "name")}. ` : "";
  return `${note}Or type its name: ${code(`/db ${command} <service>`)}`;
}

export const howToAdd =
  "Add a service with `/db services add <service id> <name>`, or connect a server with `/db admin connect`.";

/** No service or server has that name; `called` is as in "called “orders”". */
export function unknownTarget(called: string): string {
  return `I don't know a service or observability server ${called}.`;
}

export const noTargets = `You have no service or observability server here yet. ${howToAdd}`;

// Servers that lack an operation.

/** The server does not have an operation, such as "listing alert rules". */
export function notOffered(what: string): string {
  return `This server doesn't offer ${what}. Use its own console. If it should offer this, ask an admin to check the connection: \`/db admin connections\`.`;
}

export const unreadableItem = "I can't read it: the server sends it in a format I don't know.";

export const notInList = "It isn't in the server's list. It was deleted, or it has another id.";

/** Which operations of a resource the API's documentation shows, for help. */
export function documented(resource: string, shown: string): string {
  if (shown === "") return `The API's documentation doesn't show ${resource}. Some servers don't offer them.`;
  return `For ${resource}, the API's documentation only shows ${shown}. Some servers don't offer the rest.`;
}

// Pages of lists.

/** The part of a list that shows. */
export function showing(first: number, last: number): string {
  return `; showing ${first} to ${last}`;
}

export const pageLabels = { before: "Back", after: "More" };

// `/db alerts`.

export const alertsHelp = {
  summary: "Lists open alerts and alert rules, and acts on them.",
  details: [
    "• Alone, it lists open alerts, a line for each rule, critical first. With a service, `mine` or `unacknowledged`, it lists those. _Open_ shows an alert, with its id.",
    "• `ack`, `snooze` and `mute` do what an alert's buttons do. Say which alert by its number in the list, by words of its title, or by its id. `ack all` takes all that no one has.",
    "• `rules` lists the alert rules of a service or an observability server, worst first. `show` has everything about one: when it fires, who it notifies, and its latest alerts.",
    "• `create` opens a form: a dashboard tile, a threshold, and the webhook to notify. `edit` changes only what you change. `duplicate` starts from an existing rule. `delete` asks for the rule's name. These need the operator role.",
    "• `test` sends a test to the channel that gets the rule's alerts. `posts-to <rule id> <hook>` says which hook a rule's webhook posts to, if I don't know.",
    "• If you have several services, put the name last, as in `/db alerts show 6f0c1d2e orders prod`.",
  ],
  after: [
    "• `timeline` helps to write down an alert's cause. `noise` offers to mute the worst rules.",
    "• `undelivered` says why I couldn't post an alert. Buttons retry or drop it.",
  ],
};

/** A rule's id is missing. */
export function needsRuleId(subcommand: string): string {
  return `Add the rule's id, as in \`/db alerts ${subcommand} 6f0c1d2e8b7a\`. \`/db alerts rules\` has a button for each rule.`;
}

export const needsRuleAndHook =
  "Add the rule's id and the hook, as in `/db alerts posts-to 6f0c1d2e8b7a checkout`.";
