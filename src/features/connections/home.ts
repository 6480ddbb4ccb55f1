import type { KnownBlock } from "@slack/types";
import { isAppError } from "../../lib/errors.ts";
import { plural } from "../../lib/text.ts";
import { code, escapeName } from "../../platform/blocks/escape.ts";
import { context as smallPrint, header, packed, section } from "../../platform/blocks/text.ts";
import type { ConnectionsContext } from "./context.ts";
import type { KnownService } from "./known-services.ts";
import { defaultNameOf } from "./records.ts";
import { formatDeployment, formatHealth } from "./manage/command.ts";
import type { HomeSection, SetupStep } from "../../platform/slack/home.ts";
import type { Offer } from "../../platform/forms/window.ts";
import { minuteMs } from "../../lib/duration.ts";

export const connectFirst: SetupStep<ConnectionsContext> = {
  rank: 1,
  title: "Connect a database cloud",
  isDone: async ({ connections }) => (await connections.list()).length > 0,
  how: `An admin types its address and key on a page of mine, which ${code("/db connect")} leads to: never here in Slack.`,
  button: { text: "Connect", command: "connect" },
};

const shownConnections = 8;

/** The connections, and how each worked last. */
export const connectionsOnHome: HomeSection<ConnectionsContext> = {
  name: "connections",
  rank: 70,
  async draw(_, { connections, connectionHealth }) {
    const [all, healths] = await Promise.all([connections.list(), connectionHealth.all()]);
    if (all.length === 0) return [];
    const standard = await defaultNameOf(connections);
    const lines = all.slice(0, shownConnections).map((connection) => {
      const isDefault = connection.name === standard && all.length > 1;
      return `• ${code(connection.name)}${isDefault ? " (the default)" : ""}: ${formatDeployment(connection)}. ${formatHealth(healths.get(connection.name))}`;
    });
    const left = all.length - shownConnections;
    return [header("Connected"), ...packed([...lines, ...(left > 0 ? [`and ${left} more`] : [])])];
  },
};

/** The states of services, as the clouds report them. */
interface States {
  /** By service id, for the connections that answered. */
  byId: ReadonlyMap<string, string>;
  /** The connections that answered. */
  answered: ReadonlySet<string>;
}

/** The services that the workspace knows by name, with their states if the cloud reports them. */
export const servicesOnHome: HomeSection<ConnectionsContext> = {
  name: "services",
  // The longest section comes last.
  rank: 90,
  draw: async ({ offer }, { services }) => serviceBlocks(await services.list(), undefined, offer),
  async drawLater({ offer }, context) {
    const known = await context.services.list();
    const names = [...new Set(known.map(({ connection }) => connection))];
    const lists = await Promise.all(names.map((name) => statesThrough(name, context)));
    const states = {
      byId: new Map(lists.flatMap((list) => list ?? [])),
      answered: new Set(names.filter((_, index) => lists[index] !== undefined)),
    };
    const all = await context.connections.list();
    return serviceBlocks(known, all.length === 0 ? undefined : states, offer);
  },
};

// People who open Home within this time share one read.
const freshMs = minuteMs;

async function statesThrough(
  connection: string,
  context: ConnectionsContext,
): Promise<[id: string, state: string][] | undefined> {
  try {
    const since = new Date(context.now().getTime() - freshMs);
    const services = await context.servicesSince(connection, since);
    return services.map(({ id, state }) => [id, state ?? "in a state that the cloud does not tell"]);
  } catch (error) {
    if (isAppError(error, "bug", "user")) throw error;
    return undefined;
  }
}

// A view holds 100 blocks. These leave enough for the other sections.
const shownServices = 30;

function serviceBlocks(
  services: readonly KnownService[],
  states: States | undefined,
  offer: Offer,
): KnownBlock[] {
  if (services.length === 0) {
    const hint = "No service is known here yet. Add one with `/db services add <service id> <name>`.";
    return [header("Services"), section(hint)];
  }
  const shown = services.slice(0, shownServices).map((service): KnownBlock => {
    const [button] = offer("Backups", `backups ${service.name}`);
    return { ...section(serviceLine(service, states)), ...(button ? { accessory: button } : {}) };
  });
  const left = services.length - shownServices;
  return [
    header("Services"),
    ...shown,
    ...(left > 0 ? [smallPrint(`And ${plural(left, "more service")}: ${code("/db services")}.`)] : []),
  ];
}

function serviceLine({ name, serviceId, connection }: KnownService, states: States | undefined): string {
  const title = `*${escapeName(name)}*`;
  if (!states) return title;
  const state = states.byId.get(serviceId);
  if (state !== undefined) return `${title}\n${escapeName(state.replaceAll("_", " "))}`;
  return states.answered.has(connection)
    ? `${title}\n:warning: The cloud does not list it.`
    : `${title}\nIts state could not be read just now.`;
}
