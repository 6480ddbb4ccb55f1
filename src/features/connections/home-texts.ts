import { plural } from "../../lib/text.ts";
import { code, escapeName } from "../../platform/blocks/escape.ts";
import type { ShownFact } from "../../platform/commands/service-facts.ts";
import type { ConnectionHealth } from "./health.ts";
import { formatDeployment, formatHealth } from "./manage/command.ts";
import type { Connection } from "./connection.ts";

// The set-up of a new workspace. mrkdwn.

export const connect = {
  title: "Connect a database cloud",
  how: `An admin enters its address and key on a private page. Nothing secret goes through Slack. ${code("/db admin connect")} opens it.`,
};

// Services on App Home. mrkdwn.

export const noServices = `No services yet. Create one, or add one you have: ${code("/db services add <service id> <name>")}.`;

/** A service with what is known of it. Escapes its name. */
export function service(name: string, facts: readonly ShownFact[]): string {
  const line = facts.map(({ label, text }) => `${label}: ${text}`).join(" · ");
  return `*${escapeName(name)}*${line === "" ? "" : `\n${line}`}`;
}

export function moreServices(count: number): string {
  return `And ${plural(count, "more service")}: ${code("/db services")}.`;
}

export const notListed = ":warning: not listed by the cloud";
export const noState = "the cloud doesn't say";
export const stateUnknown = "can't be read right now";

// Connections on App Home. mrkdwn.

/** A connection, and how it worked last. */
export function connection(
  one: Connection,
  isDefault: boolean,
  health: ConnectionHealth | undefined,
): string {
  return `• ${code(one.name)}${isDefault ? " (default)" : ""}: ${formatDeployment(one)}. ${formatHealth(health)}`;
}

export function moreConnections(count: number): string {
  return `and ${count} more: ${code("/db admin connections")}`;
}
