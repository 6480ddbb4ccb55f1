import type { Connection } from "../connections/index.ts";
import {
  type ConsolePage,
  type ObservabilityConsole,
  observabilityConsole,
} from "../../platform/cloud/observability/console.ts";
import type { ObservabilityContext } from "./context.ts";
import { type NamedTarget, type ObservabilityTarget, allTargets } from "./target.ts";

/** The console of a place; undefined where nobody said where that is. */
export async function consoleOfTarget(
  { connection, serviceId }: ObservabilityTarget,
  { connections }: Pick<ObservabilityContext, "connections">,
): Promise<ObservabilityConsole | undefined> {
  return consoleThrough(await connections.find(connection), serviceId);
}

/** A page of a console that somebody's link leads to, and the place it is of. */
export interface LinkedPage {
  target: NamedTarget;
  page: ConsolePage;
}

/**
 * What a link leads to among the workspace's places; undefined for a link to anywhere else. Where several services share a
 * console, it may be in any of them: all are answered, and none is certain.
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
