import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { type Script, script } from "../../../platform/redis/script.ts";

/** A link's purpose: a new connection, or new credentials of an existing one. */
export const ConnectPurpose = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("new") }),
  z.object({ kind: z.literal("rotate"), name: z.string() }),
]);
export type ConnectPurpose = z.infer<typeof ConnectPurpose>;

/** A link to the page on which one person types a connection's credentials. */
const ConnectLink = z.object({ userId: z.string(), purpose: ConnectPurpose, expiresAt: z.iso.datetime() });
type ConnectLink = z.infer<typeof ConnectLink>;

/** The purpose under which a link's values are sealed. */
export function connectDraftPurpose(tokenHash: string): string {
  return `draft of connect link ${tokenHash}`;
}

// A field must not bring back a key that has just expired, without its expiry.
const setOnce = script(`
if redis.call("EXISTS", KEYS[1]) == 0 then return false end
redis.call("HSETNX", KEYS[1], ARGV[1], ARGV[2])
return redis.call("HGET", KEYS[1], ARGV[1])`);
const setAgain = script(`
if redis.call("EXISTS", KEYS[1]) == 1 then redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) end
return 1`);
const use = script(`
if redis.call("EXISTS", KEYS[1]) == 0 then return 0 end
return redis.call("HSETNX", KEYS[1], "usedFor", ARGV[1])`);

/** The links to the page of one workspace in Redis, a hash each by the hash of its token, for 15 minutes. */
export function connectLinks(redis: RedisClient, workspaceId: string) {
  const key = (tokenHash: string) => keys.connectLink(workspaceId, tokenHash);
  const run = (lua: Script, tokenHash: string, ...args: string[]) =>
    reachingRedis(() => lua(redis, [key(tokenHash)], args));
  return {
    async add(tokenHash: string, link: ConnectLink): Promise<void> {
      const adding = redis.multi().hset(key(tokenHash), "link", JSON.stringify(link));
      await reachingRedis(() => adding.expire(key(tokenHash), ttlInSeconds.connectLink).exec());
    },
    /**
     * A link with the browser that opened it (the hash of its session), tested values (sealed), and the name of the
     * connection that it made. Undefined if there is no link or it expired.
     */
    async find(tokenHash: string) {
      const { link, browser, draft, usedFor } = await reachingRedis(() => redis.hgetall(key(tokenHash)));
      if (link === undefined) return undefined;
      return { ...readRecord(ConnectLink, link, "a connect link"), browser, draft, usedFor };
    },
    /** Binds the link to this browser if it is unbound. Returns the browser that it is bound to. */
    async open(tokenHash: string, browser: string): Promise<string | undefined> {
      const holder = await run(setOnce, tokenHash, "browser", browser);
      return typeof holder === "string" ? holder : undefined;
    },
    async keepDraft(tokenHash: string, sealed: string): Promise<void> {
      await run(setAgain, tokenHash, "draft", sealed);
    },
    /** Uses it up for a connection of that name. True for one caller only. */
    use: async (tokenHash: string, name: string) => (await run(use, tokenHash, name)) === 1,
    /** Makes it usable again if nothing was saved. */
    async giveBack(tokenHash: string): Promise<void> {
      await reachingRedis(() => redis.hdel(key(tokenHash), "usedFor"));
    },
    /** Deletes its values. */
    async dropDraft(tokenHash: string): Promise<void> {
      await reachingRedis(() => redis.hdel(key(tokenHash), "draft"));
    },
  };
}
