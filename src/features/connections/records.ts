import type { Redis } from "ioredis";
import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { connectionChanges, presentName } from "./changes.ts";
import { keys } from "../../platform/redis/keys.ts";
import { readRecord } from "../../platform/redis/record.ts";
import { reachingRedis } from "../../platform/redis/connect.ts";

/** A new name for a connection, as people type it. */
export const ConnectionName = z
  .string()
  .transform((typed) => typed.toLowerCase())
  .pipe(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,39}$/,
        "Give a name of up to 40 letters, digits and dashes, such as production.",
      ),
  );

const WireNames = z.object({ engineVersion: z.string(), credits: z.string(), observability: z.string() });

/** The name of the connection to the cloud that the environment describes. */
export const defaultConnection = "default";
/** The name of the connection to a stand-alone observability server, where the environment describes one. */
export const observabilityConnection = "observability";

/** A link to a cloud: its management API, and the observability API of its services. */
export const ManagedConnection = z.object({
  name: z.string(),
  kind: z.literal("managed"),
  baseUrl: z.url(),
  organizationId: z.string(),
  keyIdRef: z.string(),
  keySecretRef: z.string(),
  wireNames: WireNames,
  /** The beginning of a reference under which new passwords are written, where there is such a place. */
  newPasswordsRef: z.string().optional(),
  /** An address in the cloud's console with `{serviceId}` in it, and one for costs with `{day}`, where there are such. */
  consoleServiceUrl: z.url().optional(),
  consoleCostsUrl: z.url().optional(),
  /** The address below which a service's dashboards are seen, with `{serviceId}` in it where services differ. */
  consoleObservabilityUrl: z.url().optional(),
});
export type ManagedConnection = z.infer<typeof ManagedConnection>;

/** A link to a stand-alone observability server. */
const StandaloneConnection = z.object({
  name: z.string(),
  kind: z.literal("standalone"),
  appUrl: z.url(),
  tokenRef: z.string(),
  wireNames: WireNames,
  /** Where its dashboards are seen, where that is not its own address. */
  consoleObservabilityUrl: z.url().optional(),
});

/** A workspace's named link to a deployment; it holds credential references, never secrets. */
export const Connection = z.discriminatedUnion("kind", [ManagedConnection, StandaloneConnection]);
export type Connection = z.infer<typeof Connection>;

/** Finds and keeps one workspace's connections. */
export interface Connections {
  /** Keeps a new one; fails as `conflict` where one of that name is there. */
  add(connection: Connection): Promise<void>;
  save(connection: Connection): Promise<void>;
  /** All of them by name. */
  list(): Promise<Connection[]>;
  /** By its name, or by the one that it had until lately; fails as `auth` when the workspace has no such connection. */
  find(name: string): Promise<Connection>;
  /** True for one that the operator's environment describes: people cannot change it. */
  isGiven(name: string): Promise<boolean>;
  /** The name that somebody chose for where none is named. */
  chosen(): Promise<string | undefined>;
  choose(name: string): Promise<void>;
  /**
   * Gives a connection another name, at once, and then to all that is kept and names it; done again after a crash, it goes
   * on. Fails as `conflict` where the name is taken, or was another connection's until lately, and as `auth` where there is
   * no such connection.
   */
  rename(from: string, to: string): Promise<void>;
  /** False where it was gone before. */
  remove(name: string): Promise<boolean>;
}

/**
 * The same with those of the environment among them, in the operator's own workspace; they are asked for each time. There
 * they are written down anew each time, since Redis may have come back empty; and what the environment describes no more
 * is not found, though it is written down still.
 */
export function withEnvironment(
  kept: Connections,
  environmentHere: () => Promise<readonly Connection[] | undefined>,
): Connections {
  return {
    ...kept,
    isGiven: async (name) => (await environmentHere())?.some((own) => own.name === name) ?? false,
    async list() {
      const environment = await environmentHere();
      if (!environment) return kept.list();
      for (const connection of environment) await kept.save(connection);
      return (await kept.list()).filter(({ name }) => !isGone(name, environment));
    },
    async find(name) {
      const environment = await environmentHere();
      if (!environment) return kept.find(name);
      const connection = environment.find((own) => own.name === name);
      if (connection) await kept.save(connection);
      if (isGone(name, environment)) throw noObservability();
      return kept.find(name);
    },
  };
}

/** The same with the wire names of the present settings, whatever they were when a connection was made. */
export function withWireNames(kept: Connections, wireNames: Connection["wireNames"]): Connections {
  return {
    ...kept,
    list: async () => (await kept.list()).map((connection) => ({ ...connection, wireNames })),
    find: async (name) => ({ ...(await kept.find(name)), wireNames }),
  };
}

/** What was written down and is described no more. */
function isGone(name: string, environment: readonly Connection[]): boolean {
  return name === observabilityConnection && environment.every((connection) => connection.name !== name);
}

function noObservability(): AppError {
  return new AppError(
    "auth",
    "There is no connection to an observability server any more. Ask the operator of Quartermaster to set OBSERVABILITY_URL.",
  );
}

/** A connection to a cloud; fails as `user` for any other. */
export function asManaged(connection: Connection): ManagedConnection {
  if (connection.kind === "managed") return connection;
  throw new AppError(
    "user",
    `The connection “${connection.name}” leads to an observability server, which has no database services and no costs. Choose another connection.`,
  );
}

/** The connections of one workspace in Redis: a hash from name to record. */
export function connections(redis: Redis, workspaceId: string): Connections {
  const key = keys.connections(workspaceId);

  async function read(name: string): Promise<string | null> {
    const stored = await redis.hget(key, name);
    if (stored !== null) return stored;
    const present = await presentName(redis, workspaceId, name);
    return present === undefined ? null : redis.hget(key, present);
  }

  return {
    ...connectionChanges(redis, workspaceId),
    isGiven: async () => false,
    async save(connection) {
      await reachingRedis(() => redis.hset(key, connection.name, JSON.stringify(connection)));
    },
    async list() {
      const stored = await reachingRedis(() => redis.hvals(key));
      return stored
        .map((record) => readRecord(Connection, record, key))
        .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
    },
    async find(name) {
      const stored = await reachingRedis(() => read(name));
      if (stored !== null) return readRecord(Connection, stored, key);
      throw new AppError(
        "auth",
        "This workspace has no connection to a database cloud yet. An admin can run `/db connect`.",
      );
    },
    async chosen() {
      return (await reachingRedis(() => redis.get(keys.chosenConnection(workspaceId)))) ?? undefined;
    },
    async choose(name) {
      await reachingRedis(() => redis.set(keys.chosenConnection(workspaceId), name));
    },
  };
}

/** Where the connection is found that is meant where none is named. */
export interface ChoiceOfConnection {
  chosen: Connections["chosen"];
  list(): Promise<readonly { name: string; kind: "managed" | "standalone" }[]>;
}

/**
 * The name of the database cloud that is meant where none is named: the one that was chosen, or else the operator's, or the
 * first one. Where there is none at all it is a name that leads nowhere.
 */
export async function defaultNameOf(connections: ChoiceOfConnection): Promise<string> {
  const [chosen, all] = await Promise.all([connections.chosen(), connections.list()]);
  const clouds = all.flatMap(({ name, kind }) => (kind === "managed" ? [name] : []));
  const wanted = [chosen, defaultConnection].find((name) => name !== undefined && clouds.includes(name));
  return wanted ?? clouds[0] ?? defaultConnection;
}

/** The connections that the environment describes: to a cloud, and perhaps to a stand-alone observability server. */
export function environmentConnections({
  cloud,
  ownCloud,
  observability,
}: {
  cloud: { wireNames: Connection["wireNames"] };
  ownCloud: object | undefined;
  observability: object | undefined;
}): Connection[] {
  const managed = ownCloud && {
    name: defaultConnection,
    kind: "managed",
    wireNames: cloud.wireNames,
    ...ownCloud,
  };
  const standalone = observability && {
    name: observabilityConnection,
    kind: "standalone",
    wireNames: cloud.wireNames,
    ...observability,
  };
  return [managed, standalone].filter((one) => one !== undefined).map((one) => Connection.parse(one));
}
