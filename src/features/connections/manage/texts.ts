import { plural } from "../../../lib/text.ts";
import { code, escapeMrkdwn } from "../../../platform/blocks/escape.ts";

// What people read about connections, in mrkdwn unless noted. Errors are plain. Names of connections need no escaping,
// and hosts are escaped.

// Help

export const summary =
  "Lists the connections. Chooses the default, sets a price, renames, rotates or removes one.";
export const details =
  "The default is used if you don't name a connection. `rename` updates everything that uses the connection. `price` says what one credit costs, and `price acme none` removes that: then costs, budgets, reports and estimates show money beside credits. `rotate` gives you a link to the page for its new key. `remove` shows first what depends on it, and asks.";
export const usageError =
  "Use `/db admin connections` alone, or add `default <name>`, `rename <name> to <new name>`, `price <name> <amount> <currency>`, `rotate <name>` or `remove <name>`.";
export const whichConnection = "Which connection? `/db admin connections` lists them.";
export const whichNewName = "Add the new name: `/db admin connections rename acme to production`.";
const priceExample = "`/db admin connections price acme 0.30 EUR`";
export const whichPrice = `Add what one credit costs: ${priceExample}. To remove a price, add \`none\`.`;
export const badPrice = (typed: string) =>
  `“${typed}” isn't a price above 0. Type an amount and a currency: ${priceExample}.`;
export const unknownCurrency = (typed: string) =>
  `“${typed}” isn't a currency. Type its three letters: ${priceExample}.`;

// List

export const none = `Nothing is connected yet. An admin can connect a database cloud with ${code("/db admin connect")}.`;
export const title = (count: number) => `*${plural(count, "connection")}*`;
export const line = (name: string, isDefault: boolean, facts: readonly string[]) =>
  `• ${code(name)}${isDefault && name !== "default" ? " (the default)" : ""}: ${facts.join(" ")}`;
export const hint = `Admins can add one (${code("/db admin connect")}) and change them (${code("/db help admin connections")}).`;
export const check = "Check them now";
export const connect = "Connect";
/** These follow an article. */
export const observabilityServer = (host: string) => `an observability server at ${host}`;
export const cloud = (host: string, organizationId: string) =>
  `a database cloud at ${host}, organization ${code(organizationId)}`;
const locations: Record<string, string> = {
  env: "from an environment variable (`env:`)",
  file: "from a file (`file:`)",
  vault: "from Vault (`vault:`)",
  aws: "from AWS Secrets Manager (`aws:`)",
  gcp: "from Google Cloud Secret Manager (`gcp:`)",
  sealed: "stored encrypted (`sealed:`)",
};
/** Where its key is, by the scheme of its reference. */
export const key = (what: "key" | "token", scheme: string, isGiven: boolean) =>
  `Its ${what} is ${locations[scheme] ?? "stored elsewhere"}.${isGiven ? " Quartermaster's environment sets it up." : ""}`;
/** `price` is "€0.30". */
export const price = (price: string) => `A credit costs ${price}.`;
export const notUsed = "Not used yet.";
const outcomes = {
  works: "It worked",
  refused: ":warning: The server refused its key",
  away: ":warning: I couldn't reach it",
} as const;
export const lastUse = (outcome: keyof typeof outcomes, when: string) =>
  `${outcomes[outcome]} when last used, ${when}.`;

// Default, rename and price

export const all = "All connections";
export const isDefault = (name: string) =>
  `${code(name)} is now the default: commands such as ${code("/db costs")} use it. Existing services, budgets and reports keep their connection.`;
export const renamed = (from: string, to: string) =>
  `Renamed ${code(from)} to ${code(to)}, also in services, hooks, budgets, reports and open forms. The old name is free again tomorrow.`;
export const priced = (name: string, price: string) =>
  `A credit of ${code(name)} costs ${price}. Costs, budgets, reports and estimates now show money beside credits. Past costs use this price too.`;
export const unpriced = (name: string) => `Credits of ${code(name)} have no price. Costs show credits alone.`;
export const sameName = (name: string) => `The connection is already called “${name}”.`;
export const noName = "That isn't a name.";
export const reservedName = (name: string) =>
  `“${name}” is reserved for the server in Quartermaster's environment. Choose another name.`;

// Remove

const missing = "They stop working until you change or delete them, or add a connection with this name.";
/** Plain text. */
const dependsOnIt = (dependents: string | undefined) =>
  dependents === undefined ? "Nothing depends on it." : `These depend on it: ${dependents}.`;
const inMrkdwn = (dependents: string) => `${escapeMrkdwn(dependsOnIt(dependents))} ${missing}`;
export const askRemove = (name: string, dependents: string | undefined) =>
  `To remove the connection ${code(name)}, click the button or type ${code(`/db admin connections remove ${name} yes`)}.\n${dependents === undefined ? dependsOnIt(undefined) : inMrkdwn(dependents)} Nothing changes in the cloud. You can't undo this.`;
export const remove = "Remove";
export const alreadyRemoved = (name: string) => `The connection “${name}” is already removed.`;
export const removed = (name: string, keyDeleted: boolean, dependents: string | undefined) =>
  [
    `Removed the connection ${code(name)}. I no longer use its key.`,
    ...(keyDeleted ? [] : ["I couldn't delete its stored key, so delete it by hand."]),
    ...(dependents === undefined ? [] : [inMrkdwn(dependents)]),
    "Delete the key in the cloud too.",
  ].join(" ");

// Finding one

export const notFound = (called: string) => `I can't find a connection ${called}.`;
export const addOne = "To add one: `/db admin connect`.";
export const fromEnvironment = (name: string, what: "renamed" | "given another key" | "removed") =>
  `The connection “${name}” comes from Quartermaster's environment, so it can't be ${what} here. Ask the operator of Quartermaster to change \`CLOUD_…\` or \`OBSERVABILITY_…\`.`;
