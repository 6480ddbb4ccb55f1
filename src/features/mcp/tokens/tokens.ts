import { randomBytes } from "node:crypto";
import { z } from "zod";
import { utcDay } from "../../../lib/day.ts";
import { dayMs } from "../../../lib/duration.ts";
import { hashText } from "../../../lib/hash.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { changeField, readRecord, tryRecord } from "../../../platform/redis/record.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";

/** What a token lets a program do: read, or also propose changes to its person. */
export const TokenAccess = z.enum(["read", "propose"]);
export type TokenAccess = z.infer<typeof TokenAccess>;

/** A token without its secret. It acts as its person, with the role that the person has at each call. */
export const Token = z.object({
  /** Shown to people. It proves nothing. */
  id: z.string(),
  name: z.string(),
  access: TokenAccess,
  userId: z.string(),
  userName: z.string().optional(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().optional(),
});
export type Token = z.infer<typeof Token>;

/** How long a token is valid. */
export const tokenLifetimeMs = 30 * dayMs;

// A dead token is kept for so long, so its use can be recorded.
const keptDeadMs = 30 * dayMs;

/** A new secret: the workspace, and 256 random bits, so its hash needs neither a salt nor a slow function. */
export function newTokenSecret(workspaceId: string): string {
  return `qmt_${workspaceId}_${randomBytes(32).toString("base64url")}`;
}

/** The workspace in a secret. Undefined for a text that cannot be one. */
export function workspaceOfSecret(secret: string): string | undefined {
  return /^qmt_([A-Z0-9]{1,30})_[\w-]{43}$/.exec(secret)?.[1];
}

/** Why a token is not valid any more. Undefined if it is. */
export function whyDead({ expiresAt, revokedAt }: Token, now: Date): "expired" | "revoked" | undefined {
  if (revokedAt !== undefined) return "revoked";
  return Date.parse(expiresAt) <= now.getTime() ? "expired" : undefined;
}

/** When each token was last used, and how often today. */
export interface TokenUse {
  lastUsedAt: Date | undefined;
  callsToday: number;
}

/** The tokens of one workspace in Redis: a hash from the secret's hash to the record, and hashes with their use. */
export function tokens(redis: RedisClient, workspaceId: string) {
  const key = keys.mcpTokens(workspaceId);
  const usesKey = keys.mcpTokenUses(workspaceId);
  const read = (stored: string) => readRecord(Token, stored, key);

  async function all(): Promise<[hash: string, token: Token][]> {
    const stored = await reachingRedis(() => redis.hgetall(key));
    return Object.entries(stored).flatMap(([hash, text]): [string, Token][] => {
      const token = tryRecord(Token, text);
      return token ? [[hash, token]] : [];
    });
  }

  return {
    /** Adds a token, and drops those that are long dead. */
    async add(secret: string, token: Token, now: Date): Promise<void> {
      const old = (await all()).filter(
        ([, { expiresAt }]) => Date.parse(expiresAt) + keptDeadMs < now.getTime(),
      );
      await reachingRedis(async () => {
        if (old.length > 0) {
          await redis.hdel(key, ...old.map(([hash]) => hash));
          await redis.hdel(usesKey, ...old.map(([, { id }]) => id));
        }
        await redis.hset(key, hashText(secret), JSON.stringify(token));
      });
    },
    /** True if the workspace has, or lately had, a token. */
    exist: async (): Promise<boolean> => (await reachingRedis(() => redis.exists(key))) === 1,
    /** The token with this secret, dead or alive. */
    async find(secret: string): Promise<Token | undefined> {
      const stored = await reachingRedis(() => redis.hget(key, hashText(secret)));
      return stored === null ? undefined : read(stored);
    },
    /** The token with this id, dead or alive. */
    byId: async (id: string): Promise<Token | undefined> =>
      (await all()).find(([, token]) => token.id === id)?.[1],
    /** Those that are valid now, oldest first. */
    async list(now: Date): Promise<Token[]> {
      const found = (await all()).map(([, token]) => token);
      return found
        .filter((token) => whyDead(token, now) === undefined)
        .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    },
    /** Ends a token. Undefined if there is none with this id. */
    async revoke(id: string, now: Date): Promise<Token | undefined> {
      const [field] = (await all()).find(([, token]) => token.id === id) ?? [];
      if (field === undefined) return undefined;
      return reachingRedis(() =>
        changeField(
          redis,
          { key, field, read },
          (present) => present && { ...present, revokedAt: present.revokedAt ?? now.toISOString() },
        ),
      );
    },
    /** Counts calls of a tool. */
    async used({ id }: Token, tool: string, count: number, now: Date): Promise<void> {
      const callsKey = keys.mcpCalls(workspaceId, utcDay(now));
      const counting = redis
        .multi()
        .hset(usesKey, id, now.toISOString())
        .hincrby(callsKey, id, count)
        .hincrby(callsKey, `${id} ${tool}`, count)
        .expire(callsKey, ttlInSeconds.mcpCalls);
      await reachingRedis(() => counting.exec());
    },
    /** The use of tokens, by id. */
    async uses(now: Date): Promise<(id: string) => TokenUse> {
      const [last, today] = await reachingRedis(() =>
        Promise.all([redis.hgetall(usesKey), redis.hgetall(keys.mcpCalls(workspaceId, utcDay(now)))]),
      );
      return (id) => ({
        lastUsedAt: last[id] === undefined ? undefined : new Date(last[id]),
        callsToday: Number(today[id] ?? 0),
      });
    },
  };
}
