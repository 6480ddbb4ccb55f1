import type { Redis } from "ioredis";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { keys } from "./keys.ts";
import { readRecord } from "./record.ts";
import { reachingRedis } from "./redis.ts";

const WireNames = z.object({ engineVersion: z.string(), credits: z.string(), observability: z.string() });

/** The name of the connection that the environment describes. */
export const defaultConnection = "default";

/** A workspace's named link to a deployment; it holds credential references, never secrets. */
export const Connection = z.object({
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
});
export type Connection = z.infer<typeof Connection>;

/** Finds and keeps one workspace's connections. */
export interface Connections {
  save(connection: Connection): Promise<void>;
  /** All of them by name, the environment's among them once it was used. */
  list(): Promise<Connection[]>;
  /** Fails as `auth` when the workspace has no such connection. */
  find(name: string): Promise<Connection>;
}

/** The connections of one workspace in Redis: a hash from name to record. */
export function connections(redis: Redis, workspaceId: string): Connections {
  const key = keys.connections(workspaceId);
  return {
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
      const stored = await reachingRedis(() => redis.hget(key, name));
      if (stored !== null) return readRecord(Connection, stored, key);
      throw new AppError(
        "auth",
        "This workspace has no connection to a database cloud yet. Ask the operator of Quartermaster to set one up.",
      );
    },
  };
}
