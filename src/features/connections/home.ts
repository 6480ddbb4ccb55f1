import type { KnownBlock } from "@slack/types";
import { context as smallPrint, header, packed, section } from "../../platform/blocks/text.ts";
import type { ConnectionsContext } from "./context.ts";
import type { KnownService } from "./known-services.ts";
import { defaultNameOf } from "./records.ts";
import type { HomeSection, SetupStep } from "../../platform/slack/interactions/deps.ts";
import { row } from "../../platform/blocks/button.ts";
import type { Asked } from "../../platform/blocks/command-button.ts";
import type { Offer, Visitor } from "../../platform/forms/window.ts";
import type { ShownFact } from "../../platform/commands/service-facts.ts";
import * as texts from "./home-texts.ts";
import { unconnectedReply } from "./unconnected.ts";

export const connectFirst: SetupStep<ConnectionsContext> = {
  rank: 1,
  title: texts.connect.title,
  isDone: async ({ connections }) => (await connections.list()).length > 0,
  how: texts.connect.how,
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
      return texts.connection(connection, isDefault, healths.get(connection.name));
    });
    const left = all.length - shownConnections;
    return [header("Connections"), ...packed([...lines, ...(left > 0 ? [texts.moreConnections(left)] : [])])];
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
  if (services.length === 0) return [header("Services"), section(texts.noServices), ...row(create)];
  const shown = services.slice(0, shownServices).map((service): KnownBlock => {
    const { name, serviceId } = service;
    const [button] = [
      ...offer("Open", { call: "services_show", args: { service: serviceId } }),
      ...offer("Backups", { call: "backups_list", args: { service: serviceId } }),
    ];
    const line = texts.service(name, facts?.get(serviceId) ?? []);
    return { ...section(line), ...(button ? { accessory: button } : {}) };
  });
  const left = services.length - shownServices;
  return [
    header("Services"),
    ...shown,
    ...(left > 0 ? [smallPrint(texts.moreServices(left))] : []),
    ...buttons,
  ];
}
