import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { listenToNews } from "../../../platform/redis/news.ts";
import { hashText } from "../../../lib/hash.ts";
import type { RedisServer } from "../../../platform/redis/server.ts";

/** The app's installation in one workspace or a whole organization. */
export const Installation = z.object({
  workspaceId: z.string(),
  /** The name of the workspace or organization. */
  name: z.string(),
  isOrganization: z.boolean(),
  appId: z.string(),
  botUserId: z.string(),
  /** The scopes that Slack granted. */
  scopes: z.array(z.string()),
  /** Sealed for `installationTokenPurpose`. */
  token: z.string(),
  installedBy: z.string(),
  installedAt: z.iso.datetime(),
});
export type Installation = z.infer<typeof Installation>;

/** The purpose under which an installation's token is sealed. */
export const installationTokenPurpose = "installation token";

/** The Redis channel that notifies all replicas of changed installations, by workspace id. */
const installationNews = "qm:installation-news";

/** All installations. */
export type Installations = ReturnType<typeof installations>;

// Compares the time of installation, because a rotation may reseal the token in the meantime.
const removeUnchanged = script(`
local stored = redis.call('get', KEYS[1])
if not stored then return 1 end
if cjson.decode(stored)['installedAt'] ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])`);

/** The installations in Redis: a record in each workspace. */
export function installations(redis: RedisClient) {
  const notify = (workspaceId: string) => redis.publish(installationNews, workspaceId);
  return {
    /** Undefined if there is none, or it cannot be read. */
    async find(workspaceId: string): Promise<Installation | undefined> {
      const stored = await reachingRedis(() => redis.get(keys.installation(workspaceId)));
      return stored === null ? undefined : tryRecord(Installation, stored);
    },
    /** Replaces an installation, and notifies every replica. */
    save: (installation: Installation): Promise<void> =>
      reachingRedis(async () => {
        const { workspaceId } = installation;
        await redis.set(keys.installation(workspaceId), JSON.stringify(installation));
        await notify(workspaceId);
      }),
    /** Removes an installation as it was found, and notifies every replica. False if it has changed since. */
    remove: ({ workspaceId, installedAt }: Installation): Promise<boolean> =>
      reachingRedis(async () => {
        const key = keys.installation(workspaceId);
        const isGone = (await removeUnchanged(redis, [key], [installedAt])) === 1;
        await notify(workspaceId);
        return isGone;
      }),
  };
}

/** The installations in progress in Redis, as hashes only. Each can finish once, within 10 minutes. */
export function installStates(redis: RedisClient) {
  return {
    /** Remembers the state for Slack, and the browser's secret. */
    async add(state: string, binding: string): Promise<void> {
      const key = keys.installState(hashText(state));
      await reachingRedis(() => redis.set(key, hashText(binding), "EX", ttlInSeconds.installState));
    },
    /** Uses a state up and returns the hash of its browser's secret. Undefined if it is unknown, too old or used. */
    take: async (state: string): Promise<string | undefined> =>
      (await reachingRedis(() => redis.getdel(keys.installState(hashText(state))))) ?? undefined,
  };
}

/**
 * Listens for changed installations in any replica, until it is closed. Reports undefined, for all workspaces, if some
 * reports may have been missed.
 */
export function listenToInstallations(
  redisServer: RedisServer,
  onChange: (workspaceId: string | undefined) => void,
  onRedisError: (error: Error) => void,
) {
  return listenToNews(
    redisServer,
    { channel: installationNews, onNews: onChange, onJoin: () => onChange(undefined) },
    onRedisError,
  );
}
