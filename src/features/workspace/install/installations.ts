import type { Redis } from "ioredis";
import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { connectPatiently, reachingRedis } from "../../../platform/redis/connect.ts";
import { hashText } from "../../../lib/hash.ts";

/** The app as it is installed in one workspace, or in a whole organization. */
export const Installation = z.object({
  workspaceId: z.string(),
  /** What the workspace or the organization is called in Slack. */
  name: z.string(),
  isOrganization: z.boolean(),
  appId: z.string(),
  botUserId: z.string(),
  /** What Slack lets the app do there. */
  scopes: z.array(z.string()),
  /** Sealed for `installationTokenPurpose`. */
  token: z.string(),
  installedBy: z.string(),
  installedAt: z.iso.datetime(),
});
export type Installation = z.infer<typeof Installation>;

/** What an installation's token is sealed for. */
export const installationTokenPurpose = "installation token";

/** The channel of Redis on which all replicas hear which workspace's installation was changed, by its id. */
const installationNews = "qm:installation-news";

/** Where the app is installed. */
export interface Installations {
  /** Undefined where it is not, or what is kept cannot be read. */
  find(workspaceId: string): Promise<Installation | undefined>;
  /** Replaces what is there; every replica hears of it. */
  save(installation: Installation): Promise<void>;
  /** Removes it as it was found; false where it is another one by now. Every replica hears of it. */
  remove(installation: Installation): Promise<boolean>;
}

// By when it was installed, since its token may be sealed anew meanwhile.
const removeUnchanged = `
local stored = redis.call('get', KEYS[1])
if not stored then return 1 end
if cjson.decode(stored)['installedAt'] ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])`;

/** The installations in Redis: a record in each workspace. */
export function installations(redis: Redis): Installations {
  const tell = (workspaceId: string) => redis.publish(installationNews, workspaceId);
  return {
    async find(workspaceId) {
      const stored = await reachingRedis(() => redis.get(keys.installation(workspaceId)));
      return stored === null ? undefined : tryRecord(Installation, stored);
    },
    async save(installation) {
      const { workspaceId } = installation;
      await reachingRedis(async () => {
        await redis.set(keys.installation(workspaceId), JSON.stringify(installation));
        await tell(workspaceId);
      });
    },
    remove: ({ workspaceId, installedAt }) =>
      reachingRedis(async () => {
        const key = keys.installation(workspaceId);
        const isGone = (await redis.eval(removeUnchanged, 1, key, installedAt)) === 1;
        await tell(workspaceId);
        return isGone;
      }),
  };
}

/** The installations that were begun and are not ended; each ends once, within 10 minutes. */
export interface InstallStates {
  /** Remembers what Slack is given to send back, and what the browser is given that it may be sent back from. */
  add(state: string, binding: string): Promise<void>;
  /** Uses a state up; the digest of what its browser was given, undefined where it is unknown, too old or used. */
  take(state: string): Promise<string | undefined>;
}

/** The begun installations in Redis, of which it has digests alone. */
export function installStates(redis: Redis): InstallStates {
  return {
    async add(state, binding) {
      const key = keys.installState(hashText(state));
      await reachingRedis(() => redis.set(key, hashText(binding), "EX", ttlInSeconds.installState));
    },
    async take(state) {
      const stored = await reachingRedis(() => redis.getdel(keys.installState(hashText(state))));
      return stored ?? undefined;
    },
  };
}

/** What hears of changed installations, until it is closed. */
interface InstallationListener {
  close(): void;
  /** Connects again: it writes nothing, so it cannot notice that its Redis is not the right one any more. */
  renew(): void;
}

/**
 * Hears which workspaces' installations were changed, here or in another replica; of all of them, as undefined, where some
 * may have been missed while Redis was away.
 */
export function listenToInstallations(
  redisUrl: string,
  onChange: (workspaceId: string | undefined) => void,
  onRedisError: (error: Error) => void,
): InstallationListener {
  const redis = connectPatiently(redisUrl, onRedisError);
  redis.on("message", (_channel, workspaceId) => onChange(workspaceId));
  const subscribe = async () => {
    await redis.subscribe(installationNews);
    onChange(undefined);
  };
  redis.on("ready", () => void subscribe().catch(onRedisError));
  return {
    close: () => redis.disconnect(),
    renew() {
      if (redis.status === "ready") redis.disconnect(true);
    },
  };
}
