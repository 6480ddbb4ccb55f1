import {
  Connection,
  type ManagedConnection,
  defaultConnection,
  observabilityConnection,
} from "./connection.ts";
import { compareNames } from "../../lib/names.ts";
import { isDeepStrictEqual } from "node:util";
import { AppError, orUndefined } from "../../lib/errors.ts";
import { asJson } from "../../lib/json.ts";
import { connectionChanges, presentName } from "./changes.ts";
import { keys } from "../../platform/redis/keys.ts";
import { readRecord, readableRecords } from "../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import * as texts from "./texts.ts";

/** The address of a connection's API. */
export function addressOf(connection: Address): string {
  return connection.kind === "managed" ? connection.baseUrl : connection.appUrl;
}

type Address = { kind: "managed"; baseUrl: string } | { kind: "standalone"; appUrl: string };

/** The host of a connection's API, with the port if it is not the usual one. */
export function hostOf(connection: Address): string {
  return new URL(addressOf(connection)).host;
}

/** Identifies what a connection leads to, whatever its name and key are. */
export function deploymentOf(connection: Connection): string {
  return connection.kind === "managed"
    ? `${connection.baseUrl} ${connection.organizationId}`
    : connection.appUrl;
}

/** The references of a connection's secrets. */
export function referencesOf(connection: Connection): string[] {
  return connection.kind === "managed"
    ? [connection.keyIdRef, connection.keySecretRef]
    : [connection.tokenRef];
}

/** Finds and keeps one workspace's connections. */
export type Connections = ReturnType<typeof connections>;

/**
 * Adds the environment's connections, for the operator's own workspace. Each call saves those that Redis has not or has
 * otherwise, and is a read alone if it has them. A connection that the environment no longer describes is not found, even if it is still saved.
 */
export function withEnvironment(
  kept: Connections,
  environmentHere: () => Promise<readonly Connection[] | undefined>,
): Connections {
  /** A full Redis, or one that can't write to its disk, still answers what is read. */
  const saveIfTaken = (connection: Connection) => orUndefined(() => kept.save(connection), "upstream");
  return {
    ...kept,
    isGiven: async (name) => (await environmentHere())?.some((own) => own.name === name) ?? false,
    async list() {
      const environment = await environmentHere();
      if (!environment) return kept.list();
      const saved = await kept.list();
      for (const own of environment) if (!saved.some((each) => isSame(own, each))) await saveIfTaken(own);
      const others = saved.filter(({ name }) => environment.every((own) => own.name !== name));
      return [...environment, ...others.filter(({ name }) => !isGone(name, environment))].toSorted(byName);
    },
    async find(name) {
      const environment = await environmentHere();
      if (!environment) return kept.find(name);
      const connection = environment.find((own) => own.name === name);
      if (connection) {
        const saved = await orUndefined(() => kept.find(name), "auth");
        if (!saved || !isSame(connection, saved)) await saveIfTaken(connection);
        return connection;
      }
      if (isGone(name, environment)) {
        throw new AppError("auth", texts.serverGone);
      }
      return kept.find(name);
    },
  };
}

/** Uses the wire names of the present settings, whatever a connection was saved with. */
export function withWireNames(kept: Connections, wireNames: Connection["wireNames"]): Connections {
  return {
    ...kept,
    list: async () => (await kept.list()).map((connection) => ({ ...connection, wireNames })),
    find: async (name) => ({ ...(await kept.find(name)), wireNames }),
  };
}

function byName(a: Connection, b: Connection): number {
  return compareNames(a.name, b.name);
}

function isSame(one: Connection, other: Connection): boolean {
  return isDeepStrictEqual(asJson(one), asJson(other));
}

/** True if the environment no longer describes it. */
function isGone(name: string, environment: readonly Connection[]): boolean {
  return name === observabilityConnection && environment.every((connection) => connection.name !== name);
}

/** Fails as `user` for anything but a connection to a cloud. */
export function asManaged(connection: Connection): ManagedConnection {
  if (connection.kind === "managed") return connection;
  throw new AppError("user", texts.notACloud(connection.name));
}

/** The connections of one workspace in Redis: a hash from name to record. */
export function connections(redis: RedisClient, workspaceId: string) {
  const key = keys.connections(workspaceId);
  const chosenKey = keys.chosenConnection(workspaceId);

  async function read(name: string): Promise<string | null> {
    const stored = await redis.hget(key, name);
    if (stored !== null) return stored;
    const present = await presentName(redis, workspaceId, name);
    return present === undefined ? null : redis.hget(key, present);
  }

  return {
    ...connectionChanges(redis, workspaceId),
    async save(connection: Connection): Promise<void> {
      await reachingRedis(() => redis.hset(key, connection.name, JSON.stringify(connection)));
    },
    /** All of them by name. */
    async list(): Promise<Connection[]> {
      const stored = await reachingRedis(() => redis.hvals(key));
      return readableRecords(Connection, stored).toSorted(byName);
    },
    /** By its present name, or a name of the last day. Fails as `auth` if there is no such connection. */
    async find(name: string): Promise<Connection> {
      const stored = await reachingRedis(() => read(name));
      if (stored !== null) return readRecord(Connection, stored, key);
      throw new AppError("auth", texts.noCloud);
    },
    /** True for a connection of the operator's environment. People cannot change it. */
    isGiven: async (_name: string) => false,
    /** The name of the connection that a person made the default. */
    chosen: async () => (await reachingRedis(() => redis.get(chosenKey))) ?? undefined,
    choose: async (name: string) => void (await reachingRedis(() => redis.set(chosenKey, name))),
  };
}

/** The parts that find the default connection. */
export interface ChoiceOfConnection {
  chosen: Connections["chosen"];
  list(): Promise<readonly { name: string; kind: "managed" | "standalone" }[]>;
}

/**
 * The name of the default database cloud: the chosen one, or the operator's, or the first. If there is none, a name
 * that is never found.
 */
export async function defaultNameOf(connections: ChoiceOfConnection): Promise<string> {
  const [chosen, all] = await Promise.all([connections.chosen(), connections.list()]);
  const clouds = all.flatMap(({ name, kind }) => (kind === "managed" ? [name] : []));
  const wanted = [chosen, defaultConnection].find((name) => name !== undefined && clouds.includes(name));
  return wanted ?? clouds[0] ?? defaultConnection;
}

/** The environment's connections: to a cloud, and to a stand-alone observability server if it has one. */
export function environmentConnections({
  cloud: { wireNames },
  ownCloud,
  observability,
}: {
  cloud: { wireNames: Connection["wireNames"] };
  ownCloud: object | undefined;
  observability: object | undefined;
}): Connection[] {
  return [
    ownCloud && { name: defaultConnection, kind: "managed", wireNames, ...ownCloud },
    observability && { name: observabilityConnection, kind: "standalone", wireNames, ...observability },
  ].flatMap((one) => (one ? [Connection.parse(one)] : []));
}
