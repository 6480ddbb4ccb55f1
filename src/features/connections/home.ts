import type { KnownBlock } from "@slack/types";
import { minuteMs } from "../../lib/duration.ts";
import { isAppError } from "../../lib/errors.ts";
import { plural } from "../../lib/text.ts";
import { row } from "../../platform/blocks/button.ts";
import type { Asked } from "../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../platform/blocks/escape.ts";
import { context as smallPrint, header, packed, section } from "../../platform/blocks/text.ts";
import type { KnownFact, ServiceFact, ShownFact } from "../../platform/commands/service-facts.ts";
import type { Offer, Visitor } from "../../platform/forms/window.ts";
import type { HomeSection, SetupStep } from "../../platform/slack/interactions/deps.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionsContext } from "./context.ts";
import type { ConnectionHealth } from "./health.ts";
import type { KnownService } from "./known-services.ts";
import { formatDeployment, formatHealth } from "./manage/command.ts";
import { defaultNameOf } from "./records.ts";
import { unconnectedReply } from "./unconnected.ts";

// The set-up of a new workspace. mrkdwn.

const connect = {
  title: "Connect a database cloud",
  how: `An admin enters its address and key on a private page. Nothing secret goes through Slack. ${code("/db admin connect")} opens it.`,
};

// Services on App Home. mrkdwn.

const noServices = `No services yet. Create one, or add those you have: ${code("/db services add")}.`;

/** A service with what is known of it. Escapes its name. */
function serviceText(name: string, facts: readonly ShownFact[]): string {
  const line = facts.map(({ label, text }) => `${label}: ${text}`).join(" · ");
  return `*${escapeName(name)}*${line === "" ? "" : `\n${line}`}`;
}

function moreServices(count: number): string {
  return `And ${plural(count, "more service")}: ${code("/db services")}.`;
}

export const notListed = ":warning: not listed by the cloud";
const noState = "the cloud doesn't say";
export const stateUnknown = "can't be read right now";

// Connections on App Home. mrkdwn.

/** A connection, and how it worked last. */
function connectionText(one: Connection, isDefault: boolean, health: ConnectionHealth | undefined): string {
  return `• ${code(one.name)}${isDefault && one.name !== "default" ? " (default)" : ""}: ${formatDeployment(one)}. ${formatHealth(health)}`;
}

function moreConnections(count: number): string {
  return `and ${count} more: ${code("/db admin connections")}`;
}

export const connectFirst: SetupStep<ConnectionsContext> = {
  rank: 1,
  title: connect.title,
  isDone: async ({ connections }) => (await connections.list()).length > 0,
  how: connect.how,
  button: { text: "Connect", command: { call: "connections_connect" } },
};

const shownConnections = 8;

/** The connections, and how each worked last. */
export const connectionsOnHome: HomeSection<ConnectionsContext> = {
  name: "connections",
  rank: 75,
  async draw(_, { connections, connectionHealth }) {
    const [all, healths] = await Promise.all([connections.list(), connectionHealth.all()]);
    if (all.length === 0) return [];
    const standard = await defaultNameOf(connections);
    const lines = all.slice(0, shownConnections).map((connection) => {
      const isDefault = connection.name === standard && all.length > 1;
      return connectionText(connection, isDefault, healths.get(connection.name));
    });
    const left = all.length - shownConnections;
    return [header("Connections"), ...packed([...lines, ...(left > 0 ? [moreConnections(left)] : [])])];
  },
};

// A view holds 100 blocks, and each service costs a request for its last backup.
const shownServices = 10;

/** The services that the workspace knows by name, with what all features know of them. */
export const servicesOnHome: HomeSection<ConnectionsContext> = {
  name: "services",
  rank: 20,
  draw: async (person, context) =>
    serviceBlocks(await context.services.list(), undefined, await offerOf(person, context)),
  async drawLater(person, context) {
    const known = await context.services.list();
    const facts = await context.factsOf(known.slice(0, shownServices));
    return serviceBlocks(known, facts, await offerOf(person, context));
  },
};

/** A person's buttons, without the form to create a service while no database cloud is connected. */
async function offerOf({ offer }: Visitor, context: ConnectionsContext): Promise<Offer> {
  const isConnected = (await unconnectedReply(context)) === undefined;
  return (text, command) => (creates(command) && !isConnected ? [] : offer(text, command));
}

function creates(command: string | Asked): boolean {
  return typeof command !== "string" && command.call === "services_create";
}

function serviceBlocks(
  services: readonly KnownService[],
  facts: ReadonlyMap<string, ShownFact[]> | undefined,
  offer: Offer,
): KnownBlock[] {
  const create = offer("Create a service", { call: "services_create" }).map((one) => ({
    ...one,
    style: "primary" as const,
  }));
  const buttons = row(
    create,
    offer("All services", { call: "services_list" }),
    offer("Backups", { call: "backups_overview" }),
  );
  if (services.length === 0) return [header("Services"), section(noServices), ...row(create)];
  const shown = services.slice(0, shownServices).map((service): KnownBlock => {
    const { name, serviceId } = service;
    const [button] = [
      ...offer("Open", { call: "services_show", args: { service: serviceId } }),
      ...offer("Backups", { call: "backups_list", args: { service: serviceId } }),
    ];
    const line = serviceText(name, facts?.get(serviceId) ?? []);
    return { ...section(line), ...(button ? { accessory: button } : {}) };
  });
  const left = services.length - shownServices;
  return [header("Services"), ...shown, ...(left > 0 ? [smallPrint(moreServices(left))] : []), ...buttons];
}

// People who ask within this time share one read.
const freshMs = minuteMs;

/** The state of each service, as its cloud says it. */
export const serviceState: ServiceFact<ConnectionsContext> = {
  label: "State",
  rank: 1,
  async read(services, context) {
    const names = [...new Set(services.map(({ connection }) => connection))];
    const states = new Map(
      await Promise.all(names.map(async (name) => [name, await statesThrough(name, context)] as const)),
    );
    return new Map(
      services.map(({ serviceId, connection }) => {
        const listed = states.get(connection);
        const unknown = { text: listed ? notListed : stateUnknown, data: {} };
        return [serviceId, listed?.get(serviceId) ?? unknown];
      }),
    );
  },
};

/** The states by service id. Undefined if the cloud does not answer. */
async function statesThrough(
  connection: string,
  context: ConnectionsContext,
): Promise<ReadonlyMap<string, KnownFact> | undefined> {
  try {
    const since = new Date(context.now().getTime() - freshMs);
    const services = await context.servicesSince(connection, since);
    return new Map(
      services.map(({ id, state }) => [
        id,
        {
          text: state === undefined ? noState : escapeName(state.replaceAll("_", " ")),
          data: { state },
        },
      ]),
    );
  } catch (error) {
    if (isAppError(error, "bug", "user")) throw error;
    return undefined;
  }
}
