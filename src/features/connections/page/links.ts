import type { Redis } from "ioredis";
import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

/** A link's purpose: a new connection, or new credentials of an existing one. */
export const ConnectPurpose = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("new") }),
  z.object({ kind: z.literal("rotate"), name: z.string() }),
]);
export type ConnectPurpose = z.infer<typeof ConnectPurpose>;

/** A link to the page on which one person types a connection's credentials. */
const ConnectLink = z.object({ userId: z.string(), purpose: ConnectPurpose, expiresAt: z.iso.datetime() });
export type ConnectLink = z.infer<typeof ConnectLink>;

/** A link and its progress. */
export interface KeptConnectLink extends ConnectLink {
  /** The hash of the session of the only browser that may use it, once it was opened. */
  browser: string | undefined;
  /** Tested values, sealed. */
  draft: string | undefined;
  /** The name of the connection that it made, once it did. */
  usedFor: string | undefined;
}

/** One workspace's links to the page, each by the hash of its token, for 15 minutes. */
export interface ConnectLinks {
  add(tokenHash: string, link: ConnectLink): Promise<void>;
  /** Undefined if there is none or it expired. */
  find(tokenHash: string): Promise<KeptConnectLink | undefined>;
  /** Binds the link to this browser if it is unbound. Returns the browser that it is bound to. */
  open(tokenHash: string, browser: string): Promise<string | undefined>;
  keepDraft(tokenHash: string, sealed: string): Promise<void>;
  /** Uses it up for a connection of that name. True for one caller only. */
  use(tokenHash: string, name: string): Promise<boolean>;
  /** Makes it usable again if nothing was saved. */
  giveBack(tokenHash: string): Promise<void>;
  /** Deletes its values. */
  dropDraft(tokenHash: string): Promise<void>;
}

// A field must not bring back a key that has just expired, without its expiry.
const setOnce = `
if redis.call("EXISTS", KEYS[1]) == 0 then return false end
redis.call("HSETNX", KEYS[1], ARGV[1], ARGV[2])
return redis.call("HGET", KEYS[1], ARGV[1])`;
const setAgain = `
if redis.call("EXISTS", KEYS[1]) == 1 then redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) end
return 1`;
const use = `
if redis.call("EXISTS", KEYS[1]) == 0 then return 0 end
return redis.call("HSETNX", KEYS[1], "usedFor", ARGV[1])`;

/** The links of one workspace in Redis, a hash each. */
export function connectLinks(redis: Redis, workspaceId: string): ConnectLinks {
  const key = (tokenHash: string) => keys.connectLink(workspaceId, tokenHash);
  const run = (lua: string, tokenHash: string, ...args: string[]) =>
    reachingRedis(() => redis.eval(lua, 1, key(tokenHash), ...args));
  return {
    async add(tokenHash, link) {
      const adding = redis.multi().hset(key(tokenHash), "link", JSON.stringify(link));
      await reachingRedis(() => adding.expire(key(tokenHash), ttlInSeconds.connectLink).exec());
    },
    async find(tokenHash) {
      const { link, browser, draft, usedFor } = await reachingRedis(() => redis.hgetall(key(tokenHash)));
      if (link === undefined) return undefined;
      return { ...readRecord(ConnectLink, link, "a connect link"), browser, draft, usedFor };
    },
    async open(tokenHash, browser) {
      const holder = await run(setOnce, tokenHash, "browser", browser);
      return typeof holder === "string" ? holder : undefined;
    },
    async keepDraft(tokenHash, sealed) {
      await run(setAgain, tokenHash, "draft", sealed);
    },
    use: async (tokenHash, name) => (await run(use, tokenHash, name)) === 1,
    async giveBack(tokenHash) {
      await reachingRedis(() => redis.hdel(key(tokenHash), "usedFor"));
    },
    async dropDraft(tokenHash) {
      await reachingRedis(() => redis.hdel(key(tokenHash), "draft"));
    },
  };
}
