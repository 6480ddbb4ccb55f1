import type { Redis } from "ioredis";
import { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

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
export const installationNews = "qm:installation-news";

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
