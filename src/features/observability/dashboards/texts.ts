import { code, escapeName, exactCode } from "../../../platform/blocks/escape.ts";
import { calledName } from "../../../lib/names.ts";
import { plural } from "../../../lib/text.ts";

// Help of `/db dashboards`.

export const help = {
  summary: "Lists dashboards, shows the tiles of one, and changes them.",
  details: [
    "• Name a service as `/db services` shows it, or a stand-alone observability server by its connection. You can leave it out if you have only one. Put `list` before a name that is also one of these words.",
    "• `create` opens a form: a name, a data source, and the first tiles.",
    "• Under a dashboard are buttons to add a tile, rename or retag it, duplicate it and delete it. The menu beside a tile changes or removes it, or creates an alert rule on it.",
    "• A change applies to the dashboard as it is at that moment. If someone else changed it since you opened the form, you see both changes and choose.",
    "• A link to a dashboard, an alert rule or a saved search gets a card, in channels that I'm in.",
  ],
};

/** The words to search for are missing, or too long. */
export function needsWords(most: number): string {
  return `Add what to look for in names and tags, up to ${most} characters: \`/db dashboards find checkout\`.`;
}

/** An id is missing; `things` is as in "dashboard and tile". */
export function needsIds(things: string, example: string): string {
  return `Add the ${things} id, as in \`${example}\`. The buttons below \`/db dashboards\` do this for you.`;
}

// The list.

export const labels = {
  show: "Show",
  create: "Create dashboard",
  choose: "Show a dashboard…",
  console: "Open in console",
  addTile: "Add tile",
  rename: "Rename or retag",
  duplicate: "Duplicate",
  remove: "Delete",
  tilesBefore: "Previous tiles",
  moreTiles: "More tiles",
};

/** The placeholder of a menu that cannot hold all dashboards. */
export function chooseOfFirst(count: number): string {
  return `Show one of the first ${count}…`;
}

/** The first line of the list. `shown` is the part after the semicolon. */
export function headline(count: number, target: string, words: string | undefined, shown: string): string {
  const found = words === undefined ? "" : ` with ${code(words)}`;
  return `*${plural(count, "dashboard")}* in *${escapeName(target)}*${found}, by name${shown}.`;
}

export const listHint = `${code("/db dashboards find <words>")} searches names and tags. ${code("/db dashboards create")} makes a new one.`;

/** No dashboard has these words. */
export function noneFound(target: string, words: string): string {
  return `No dashboard in *${escapeName(target)}* has ${code(words)} in its name or tags. ${code("/db dashboards")} lists them all.`;
}

/** There are some, but none is readable. */
export function noneReadable(target: string): string {
  return `I can't show any dashboard in *${escapeName(target)}*.`;
}

/** There are none yet. */
export function none(target: string): string {
  return `*${escapeName(target)}* has no dashboards yet. Create the first one, with tiles to start with.`;
}

// One dashboard.

export const unnamed = "Unnamed dashboard";

/** No dashboard has this name or id. Plain text. */
export function unknownName(name: string, target: string): string {
  return `I can't find a dashboard ${calledName(name)} in “${target}”.`;
}

/** The dashboard was deleted, or its id is another one. */
export function gone(target: string): string {
  return `I can't find this dashboard in “${target}”. It was deleted, or it has another id. \`/db dashboards ${target}\` lists them.`;
}

/** The line of facts below its name. */
export function inTarget(target: string, facts: string): string {
  return `In *${escapeName(target)}* · ${facts}`;
}

export const noTiles = "No tiles yet. “Add tile” adds the first one.";

/** A page of its tiles. */
export function tilesShown(first: number, last: number, total: number): string {
  return `Tiles ${first} to ${last} of ${total}.`;
}

/** Some or all of its tiles are in the form of newer servers. */
export function newerTiles(areAll: boolean): string {
  return `This server describes ${areAll ? "these tiles" : "some of these tiles"} in a newer format. Here you can change their name, position and size. Change the rest in its console.`;
}

/** The number of alert rules on it. */
export function ruleCount(count: number): string {
  return count === 0 ? "no alert rules" : plural(count, "alert rule");
}

/** The number of its tiles. */
export function tileCount(count: number, unread: number): string {
  const tiles = plural(count, "tile");
  return unread === 0 ? tiles : `${tiles} and ${unread} that I can't read`;
}

/** Counts the tags that are left out. */
export function moreTags(count: number): string {
  return `and ${plural(count, "more tag")}`;
}

// The forms.

export const formTitles = {
  create: "Create dashboard",
  edit: "Rename or retag",
  duplicate: "Duplicate dashboard",
  remove: "Delete dashboard",
};

export const reading = "Reading the dashboard…";

export const problems = {
  notRead: "I haven't read the dashboard yet. Wait a moment, or try again.",
  name: "Enter a name, such as Checkout.",
  filter: "Enter a filter, such as level:error.",
  groupBy: "Enter a field, such as service.",
  nameOfCopy: "Enter a name for the copy.",
  unchanged: "Change something first. This is how it is now.",
};

/** The typed name is another one. */
export function typeName(name: string): string {
  return `Type the name exactly: ${name}`;
}

/** The text above the form of a new dashboard. */
export function creates(target: string): string {
  return `A new dashboard in *${escapeName(target)}*, with tiles to start with. You can change them afterwards.`;
}

/** The fields that a source names, for filters. */
export function fieldsOfSource(names: string): string {
  return ` This source has ${names}.`;
}

/** The names of a new dashboard's tiles. `what` is what they count, as in "Errors". */
export const starterNames = {
  everything: "Everything over time",
  matching: (what: string) => `${what} over time`,
  grouped: (what: string, field: string) => `${what} by ${field}`,
  number: (what: string) => what,
};

/** The text above the form that renames; the name is mrkdwn. */
export function renames(name: string): string {
  return `${name}. Its tiles stay as they are.`;
}

/** The text above the form that duplicates; the name is mrkdwn. */
export function duplicates(name: string, tiles: number): string {
  return `A copy of ${name}, with its ${plural(tiles, "tile")} and tags. Alert rules aren't copied.`;
}

/** A note about unreadable tiles, in mrkdwn. */
export function notCopied(note: string): string {
  return `${note} These aren't copied.`;
}

/** The text above the form that deletes; the name is mrkdwn. */
export function deletes(name: string, tiles: string): string {
  return `Deletes ${name} for everyone, with its ${tiles}. You can't undo this.`;
}

/** The name to type. */
export function typeThis(name: string): string {
  return `Type its name: ${exactCode(name)}`;
}

/** The alert rules that go with a tile or a dashboard; the names are mrkdwn. */
export function rulesThatGo(count: number, names: string): string {
  return `:warning: This also deletes *${plural(count, "alert rule")}*: ${names}.`;
}

export const noRulesGo = "No alert rule is on it.";

export const unknownRulesGo =
  "This also deletes the alert rules on it. The server didn't tell me which there are.";

/** A note about unreadable rules, in mrkdwn. */
export function unreadRulesGo(note: string): string {
  return `${note} Any of them that are on it are deleted too.`;
}

// Conflicts.

export const tileUnreadable =
  "I can't read this tile: the server sends it in a format I don't know. Change it in the server's own console.";

export const tileGone = "This tile is no longer on the dashboard. Someone removed it meanwhile.";

export const seriesChanged = "The series of this tile changed. Open it again.";
