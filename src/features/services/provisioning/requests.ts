import { isDeepStrictEqual } from "node:util";
import type { Redis } from "ioredis";
import { z } from "zod";
import { type Durability, type Fenced, durability } from "../../../platform/redis/durability.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { type ProgressOf, RequestProgress } from "./progress.ts";

/** Keeps how far one workspace's requests have come, for 30 days. */
export interface RequestLog {
  /** Keeps what was submitted, so that it is found by the request's id alone; there is no secret in it in the clear. */
  remember(requestId: string, submission: object): Promise<void>;
  /** What was submitted, to be parsed where it is read; undefined where nothing is kept. */
  submission(requestId: string): Promise<unknown>;
  /** Claims the right to send; false when it was claimed before, in this life of the process or another. */
  claim(requestId: string, claimed: ProgressOf<"submitting">): Promise<boolean>;
  /** Saves, if nothing has changed since that was read, that the request may leave; tells if that is surely kept. */
  fence(
    requestId: string,
    read: ProgressOf<"submitting" | "sending">,
    sending: ProgressOf<"sending">,
  ): Promise<Fenced>;
  find(requestId: string): Promise<RequestProgress | undefined>;
  /** Saves where the request is in this status still; false where somebody else was faster. */
  replace(requestId: string, status: RequestProgress["status"], progress: RequestProgress): Promise<boolean>;
  /** Saves where nothing at all has changed since that was read; false where somebody else was faster. */
  saveUnlessChanged(requestId: string, read: RequestProgress, progress: RequestProgress): Promise<boolean>;
  /** Saves where nothing is kept, since Redis lost it; false where something is. */
  saveIfGone(requestId: string, progress: RequestProgress): Promise<boolean>;
  /** Saves the cloud's own answer over anything, and with it, in one write, the password that came in it, sealed. */
  saveCreated(requestId: string, progress: ProgressOf<"created">, sealedPassword?: string): Promise<void>;
}

// Compares the status and not the whole record: what is kept may have been written by an older version of the app.
const replaceScript = `
local stored = redis.call("GET", KEYS[1])
if not stored or cjson.decode(stored).status ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "EX", ARGV[3])
return 1`;

const saveIfEqualScript = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "EX", ARGV[3])
return 1`;

/** The request log of one workspace in Redis, two keys each. */
export function requestLog(
  redis: Redis,
  workspaceId: string,
  durable: Durability = durability(redis),
): RequestLog {
  const progressKey = (requestId: string) => keys.request(workspaceId, requestId);
  const submissionKey = (requestId: string) => keys.submission(workspaceId, requestId);
  const ttl = ttlInSeconds.request;

  async function saveIfGone(requestId: string, progress: RequestProgress): Promise<boolean> {
    const args = [progressKey(requestId), JSON.stringify(progress), "EX", ttl, "NX"] as const;
    return (await reachingRedis(() => redis.set(...args))) === "OK";
  }

  async function saveUnlessChanged(
    requestId: string,
    read: RequestProgress,
    progress: RequestProgress,
  ): Promise<boolean> {
    const key = progressKey(requestId);
    return reachingRedis(async () => {
      const stored = await redis.get(key);
      if (stored === null || !isDeepStrictEqual(readRecord(RequestProgress, stored, key), read)) return false;
      const args = [stored, JSON.stringify(progress), ttl];
      return (await redis.eval(saveIfEqualScript, 1, key, ...args)) === 1;
    });
  }

  return {
    saveIfGone,
    async remember(requestId, submission) {
      const key = submissionKey(requestId);
      await reachingRedis(() => redis.set(key, JSON.stringify(submission), "EX", ttl));
    },
    async submission(requestId) {
      const key = submissionKey(requestId);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(z.unknown(), stored, key);
    },
    claim: saveIfGone,
    async fence(requestId, read, sending) {
      if (!(await saveUnlessChanged(requestId, read, sending))) return "taken";
      const isKept = await durable.isKept(progressKey(requestId), JSON.stringify(sending));
      return isKept ? "passed" : "unconfirmed";
    },
    async find(requestId) {
      const key = progressKey(requestId);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(RequestProgress, stored, key);
    },
    async replace(requestId, status, progress) {
      const args = [status, JSON.stringify(progress), ttl];
      const key = progressKey(requestId);
      return (await reachingRedis(() => redis.eval(replaceScript, 1, key, ...args))) === 1;
    },
    saveUnlessChanged,
    async saveCreated(requestId, progress, sealedPassword) {
      await reachingRedis(async () => {
        const write = redis.multi().set(progressKey(requestId), JSON.stringify(progress), "EX", ttl);
        if (sealedPassword !== undefined) {
          const key = keys.password(workspaceId, requestId);
          write.set(key, sealedPassword, "EX", ttlInSeconds.password);
        }
        for (const [error] of (await write.exec()) ?? []) if (error) throw error;
      });
    },
  };
}
