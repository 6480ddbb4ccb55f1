import { z } from "zod";
import {
  connectionName,
  groupHandle,
  groupId,
  kept,
  serviceId,
  serviceName,
  teamName,
  userId,
} from "../../lib/kinds.ts";
import { keys } from "../../platform/redis/keys.ts";
import { changeField } from "../../platform/redis/change-field.ts";
import { readRecord, readableRecords } from "../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";

/** A team: a user group in Slack, with its handle of that time, or a name that people gave. */
export const Team = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("group"), id: kept(groupId), name: kept(groupHandle).default("") }),
  z.object({ kind: z.literal("name"), name: kept(teamName) }),
]);
export type Team = z.output<typeof Team>;

/** Who a service belongs to. It has an owner, a team or both. */
export const Ownership = z.object({
  connection: kept(connectionName),
  serviceId: kept(serviceId),
  /** The service's name at that time. `services.labels` has the present one. */
  name: kept(serviceName),
  /** The Slack id of the person. */
  ownerId: kept(userId).optional(),
  team: Team.optional(),
  since: z.iso.datetime(),
  /** The Slack id of the person who said so, or "app". */
  by: kept(userId),
  /** The owner who left, and who was asked for a new one. */
  askedAbout: z.object({ ownerId: kept(userId), users: z.array(kept(userId)) }).optional(),
});
export type Ownership = z.output<typeof Ownership>;

/** The owners of a workspace's services. */
export type Owners = ReturnType<typeof owners>;

/** The owners of one workspace in Redis: a hash from service id to record. A service without both has no record. */
export function owners(redis: RedisClient, workspaceId: string) {
  const key = keys.owners(workspaceId);
  const read = (stored: string) => readRecord(Ownership, stored, key);

  return {
    /** Undefined for a service without an owner and a team. */
    async of(serviceId: string): Promise<Ownership | undefined> {
      const stored = await reachingRedis(() => redis.hget(key, fieldOf(serviceId)));
      return stored === null ? undefined : read(stored);
    },
    /** All of them, by name. Fails if one can't be read: without it, what a team pays and may do would be wrong. */
    async list(): Promise<Ownership[]> {
      const stored = await reachingRedis(() => redis.hvals(key));
      return stored.map(read).toSorted(byName);
    },
    /** The readable ones by name, for what people look at. */
    async readable(): Promise<Ownership[]> {
      const stored = await reachingRedis(() => redis.hvals(key));
      return readableRecords(Ownership, stored).toSorted(byName);
    },
    /** Replaces what is known of a service, and returns what was. */
    async set(next: Ownership): Promise<Ownership | undefined> {
      let before: Ownership | undefined;
      const stored = { key, field: fieldOf(next.serviceId), read };
      await reachingRedis(() =>
        changeField<Ownership>(redis, stored, (present) => {
          before = present;
          return next;
        }),
      );
      return before;
    },
    /**
     * Changes what is known of a service as it is at that moment. Nothing is written if `change` returns the same record
     * or undefined.
     */
    change: (
      serviceId: string,
      change: (present: Ownership | undefined) => Ownership | undefined,
    ): Promise<Ownership | undefined> =>
      reachingRedis(() => changeField<Ownership>(redis, { key, field: fieldOf(serviceId), read }, change)),
    /** Returns what was known. */
    async remove(serviceId: string): Promise<Ownership | undefined> {
      const [before] = await reachingRedis(() => takeField(redis, key, fieldOf(serviceId)));
      return before === undefined ? undefined : read(before);
    },
  };
}

function byName(one: Ownership, other: Ownership): number {
  return one.name.localeCompare(other.name, "en");
}

/** Clouds write ids in either case. */
function fieldOf(serviceId: string): string {
  return serviceId.toLowerCase();
}

async function takeField(redis: RedisClient, key: string, field: string): Promise<string[]> {
  const results = await redis.multi().hget(key, field).hdel(key, field).exec();
  const [error, stored] = results?.[0] ?? [];
  if (error) throw error;
  return typeof stored === "string" ? [stored] : [];
}

/** One text for each team. A group stays the same team when its handle changes. */
export function teamKey(team: Team): string {
  return team.kind === "group" ? `group:${team.id}` : `name:${team.name.trim().toLowerCase()}`;
}
