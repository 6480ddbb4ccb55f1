import type { Redis } from "ioredis";
import { AppError } from "../../../lib/errors.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { type ProgressOf, RequestProgress } from "../provisioning/progress.ts";

/** How far a request has come whose service is created. */
export type CreatedProgress = ProgressOf<"created">;

/** Changes what is known of a created service, and drops its password in the same write where that is due. */
export interface CreatedServices {
  /** Changes the record as it is at that moment, whoever else does; answers it changed, and fails as missing. */
  change(
    requestId: string,
    change: (created: CreatedProgress) => CreatedProgress,
    options?: { dropPassword: boolean },
  ): Promise<CreatedProgress>;
}

// Changes the first key only if nobody did meanwhile, and drops the others with it.
const replaceUnchanged = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "EX", ARGV[3])
for index = 2, #KEYS do redis.call("DEL", KEYS[index]) end
return 1
`;

/** The created services of one workspace in Redis. */
export function createdServices(redis: Redis, workspaceId: string): CreatedServices {
  async function read(requestId: string): Promise<{ stored: string; created: CreatedProgress }> {
    const key = keys.request(workspaceId, requestId);
    const stored = await redis.get(key);
    const progress = stored === null ? undefined : readRecord(RequestProgress, stored, key);
    if (stored !== null && progress?.status === "created") return { stored, created: progress };
    throw new AppError("missing", "This service's request is no longer kept. Look in the cloud's console.");
  }

  return {
    async change(requestId, change, { dropPassword } = { dropPassword: false }) {
      const dropped = dropPassword ? [keys.password(workspaceId, requestId)] : [];
      return reachingRedis(async () => {
        for (;;) {
          const { stored, created } = await read(requestId);
          const changed = change(created);
          const all = [keys.request(workspaceId, requestId), ...dropped];
          const args = [stored, JSON.stringify(changed), ttlInSeconds.request];
          if ((await redis.eval(replaceUnchanged, all.length, ...all, ...args)) === 1) return changed;
        }
      });
    },
  };
}
