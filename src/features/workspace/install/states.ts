import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { hashText } from "../../../lib/hash.ts";

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
