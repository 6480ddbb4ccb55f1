import type { Connection } from "../connections/index.ts";
import {
  type ConsolePage,
  type ObservabilityConsole,
  observabilityConsole,
} from "../../platform/cloud/observability/console.ts";
import type { ObservabilityContext } from "./context.ts";
import { type NamedTarget, type ObservabilityTarget, allTargets } from "./target.ts";

/** The console of a target; undefined if its address is unknown. */
export async function consoleOfTarget(
  { connection, serviceId }: ObservabilityTarget,
  { connections }: Pick<ObservabilityContext, "connections">,
): Promise<ObservabilityConsole | undefined> {
  return consoleThrough(await connections.find(connection), serviceId);
}

/** The page of a console behind a link, and its target. */
export interface LinkedPage {
  target: NamedTarget;
  page: ConsolePage;
}

/**
 * The page behind a link, for each of the workspace's targets that it may belong to: several services may share a
 * console. Empty for a link to anywhere else.
 */
export async function readLink(
  address: string,
  context: Pick<ObservabilityContext, "connections" | "services">,
): Promise<LinkedPage[]> {
  const [targets, connections] = await Promise.all([allTargets(context), context.connections.list()]);
  const byName = new Map(connections.map((connection) => [connection.name, connection]));
  return targets.flatMap((target) => {
    const connection = byName.get(target.connection);
    const page = connection && consoleThrough(connection, target.serviceId)?.read(address);
    return page ? [{ target, page }] : [];
  });
}

function consoleThrough(connection: Connection, serviceId?: string): ObservabilityConsole | undefined {
  const { consoleObservabilityUrl } = connection;
  const address =
    consoleObservabilityUrl ?? (connection.kind === "standalone" ? connection.appUrl : undefined);
  if (address === undefined) return undefined;
  return observabilityConsole(address.replaceAll("{serviceId}", encodeURIComponent(serviceId ?? "")));
}
