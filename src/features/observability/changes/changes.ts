import { isDeepStrictEqual } from "node:util";
import type { Redis } from "ioredis";
import { z } from "zod";
import { asJson } from "../../../lib/as-json.ts";
import { ChangeProgress, type ChangeProgressOf } from "./progress.ts";
import { type Durability, type Fenced, durability } from "../../../platform/redis/durability.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";

/** Keeps what became of one workspace's changes of dashboards and alerts, for 30 days. */
export interface ChangeLog {
  /** Keeps what was submitted, so that it is found by the change's id alone. */
  remember(changeId: string, submitted: object): Promise<void>;
  /** What was submitted, to be parsed where it is read; undefined where nothing is kept. */
  submitted(changeId: string): Promise<unknown>;
  find(changeId: string): Promise<ChangeProgress | undefined>;
  /** Saves where nothing has changed since that was read; false where somebody else was faster. */
  saveUnlessChanged(
    changeId: string,
    read: ChangeProgress | undefined,
    progress: ChangeProgress,
  ): Promise<boolean>;
  /** The same for what may leave from then on; tells if that is surely kept. */
  fence(
    changeId: string,
    read: ChangeProgress | undefined,
    sending: ChangeProgressOf<"sending">,
  ): Promise<Fenced>;
}

const saveIfEqual = script(`
if (redis.call("GET", KEYS[1]) or "") ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "EX", ARGV[3])
return 1`);

/** The changes of one workspace in Redis, two keys each. */
export function changeLog(
  redis: Redis,
  workspaceId: string,
  durable: Durability = durability(redis),
): ChangeLog {
  const progressKey = (changeId: string) => keys.change(workspaceId, changeId);
  const submittedKey = (changeId: string) => keys.submittedChange(workspaceId, changeId);
  const ttl = ttlInSeconds.change;

  async function saveUnlessChanged(
    changeId: string,
    read: ChangeProgress | undefined,
    progress: ChangeProgress,
  ): Promise<boolean> {
    const key = progressKey(changeId);
    return reachingRedis(async () => {
      const stored = await redis.get(key);
      const present = stored === null ? undefined : readRecord(ChangeProgress, stored, key);
      // A field that is undefined is not there once it is stored.
      if (!isDeepStrictEqual(present, read && asJson(read))) return false;
      return (await saveIfEqual(redis, [key], [stored ?? "", JSON.stringify(progress), ttl])) === 1;
    });
  }

  return {
    async remember(changeId, submitted) {
      const key = submittedKey(changeId);
      await reachingRedis(() => redis.set(key, JSON.stringify(submitted), "EX", ttl));
    },
    async submitted(changeId) {
      const key = submittedKey(changeId);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(z.unknown(), stored, key);
    },
    async find(changeId) {
      const key = progressKey(changeId);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(ChangeProgress, stored, key);
    },
    saveUnlessChanged,
    async fence(changeId, read, sending) {
      if (!(await saveUnlessChanged(changeId, read, sending))) return "taken";
      const isKept = await durable.isKept(progressKey(changeId), JSON.stringify(sending));
      return isKept ? "passed" : "unconfirmed";
    },
  };
}
