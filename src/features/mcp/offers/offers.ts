import { z } from "zod";
import { dayMs } from "../../../lib/duration.ts";
import { hashJson } from "../../../lib/hash.ts";
import { Creation } from "../../services/index.ts";
import { KeptMessageRef, type MessageRef } from "../../../platform/jobs/messenger.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { script } from "../../../platform/redis/script.ts";

/** A change that a program proposed to its person. Nothing in it changes once it is made. */
export const Offer = z.object({
  id: z.string(),
  userId: z.string(),
  token: z.object({ id: z.string(), name: z.string() }),
  /** The entry's name. */
  entry: z.string(),
  /** The arguments that the program gave. Empty if it gave a line. */
  args: z.record(z.string(), z.unknown()),
  /** The command line that does it, without `/db`. */
  line: z.string(),
  /** The service to create, if all that is sent is known and shown. */
  creation: Creation.optional(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Offer = z.infer<typeof Offer>;

/**
 * Where an offer is: no one decided; its person opened the form; they approved it, and it runs; it is done, failed, or
 * asks them once more; they denied it.
 */
const OfferState = z.enum(["waiting", "opened", "approved", "done", "asking", "failed", "denied"]);
export type OfferState = z.infer<typeof OfferState>;

/** An offer with its outcome. */
export interface KeptOffer {
  offer: Offer;
  state: OfferState;
  /** When it left the state before. Absent for one that waits. */
  movedAt?: string | undefined;
  /** Why it failed, in mrkdwn. */
  why?: string | undefined;
  messageRef: MessageRef | undefined;
}

/** How long a person may take to decide. */
export const offerLifetimeMs = dayMs;

/** How many proposals may wait for one person. */
export const mostWaiting = 10;

/** Everything that a press agrees to, as a hash. */
export function hashOfOffer(workspaceId: string, offer: Offer): string {
  const { id, userId, token, entry, args, line, creation = null, expiresAt } = offer;
  return hashJson([workspaceId, id, userId, token.id, entry, args, line, creation, expiresAt]);
}

/** The mark that a process sets while it does what was approved. */
export function markOf({ id }: Offer): string {
  return `offer.${id}`;
}

/** The same proposal by the same token, before it has an id. */
function contentOf({ token, entry, args, line }: Offer): string {
  return hashJson([token.id, entry, args, line]);
}

/** True for an offer that can no longer be decided. */
export function isOver({ expiresAt }: Offer, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}

// Keeps one waiting offer for one content. Answers its id, or "" if too many wait.
const addScript = script(`
local now = tonumber(ARGV[5])
for i, value in ipairs(redis.call("HVALS", KEYS[2])) do
  local field = string.match(value, "^(%x+) ")
  local over = tonumber(string.match(value, " (%d+) "))
  if over <= now then redis.call("HDEL", KEYS[2], field) end
end
local present = redis.call("HGET", KEYS[2], ARGV[1])
if present then return string.match(present, "(%S+)$") end
if redis.call("HLEN", KEYS[2]) >= tonumber(ARGV[6]) then return "" end
redis.call("HSET", KEYS[1], "offer", ARGV[3], "state", "waiting")
redis.call("EXPIRE", KEYS[1], ARGV[7])
redis.call("HSET", KEYS[2], ARGV[1], ARGV[1] .. " " .. ARGV[4] .. " " .. ARGV[2])
redis.call("EXPIRE", KEYS[2], ARGV[7])
return ARGV[2]`);

// Moves an offer on from one of the given states. Only one of several callers does.
const moveScript = script(`
local state = redis.call("HGET", KEYS[1], "state")
local isRight = false
for i = 4, #ARGV do if ARGV[i] == state then isRight = true end end
if not isRight then return 0 end
redis.call("HSET", KEYS[1], "state", ARGV[1], "movedAt", ARGV[2])
redis.call("HDEL", KEYS[2], ARGV[3])
return 1`);

/** The offers of one workspace in Redis: a hash each, and a hash of those that wait for a person. */
export function offers(redis: RedisClient, workspaceId: string) {
  const keyOf = (id: string) => keys.mcpOffer(workspaceId, id);
  const waitingOf = (userId: string) => keys.mcpWaiting(workspaceId, userId);

  return {
    /**
     * Adds an offer. Returns its id, or that of the waiting one with the same content. Undefined if too many wait for
     * the person.
     */
    async add(offer: Offer, now: Date): Promise<string | undefined> {
      const args = [
        contentOf(offer),
        offer.id,
        JSON.stringify(offer),
        Date.parse(offer.expiresAt),
        now.getTime(),
        mostWaiting,
        ttlInSeconds.mcpOffer,
      ];
      const id = await reachingRedis(() =>
        addScript(redis, [keyOf(offer.id), waitingOf(offer.userId)], args),
      );
      return typeof id === "string" && id !== "" ? id : undefined;
    },
    async find(id: string): Promise<KeptOffer | undefined> {
      const key = keyOf(id);
      const { offer, state, movedAt, why, messageRef } = await reachingRedis(() => redis.hgetall(key));
      if (offer === undefined) return undefined;
      return {
        offer: readRecord(Offer, offer, key),
        state: readRecord(OfferState, JSON.stringify(state), key),
        movedAt,
        why,
        messageRef: messageRef === undefined ? undefined : readRecord(KeptMessageRef, messageRef, key),
      };
    },
    /** The ids of the offers that wait for a person. Some may be over. */
    async waiting(userId: string): Promise<string[]> {
      const stored = await reachingRedis(() => redis.hvals(waitingOf(userId)));
      return stored.flatMap((value) => value.split(" ").at(-1) ?? []);
    },
    /** Saves the message that shows it. */
    async posted({ id }: Offer, messageRef: MessageRef): Promise<void> {
      await reachingRedis(() => redis.hset(keyOf(id), "messageRef", JSON.stringify(messageRef)));
    },
    /** Saves why it failed. */
    async failed({ id }: Offer, why: string): Promise<void> {
      await reachingRedis(() => redis.hset(keyOf(id), "why", why));
    },
    /** Moves an offer on, if it is in one of these states. True for one caller only. */
    async move(offer: Offer, from: readonly OfferState[], to: OfferState, now: Date): Promise<boolean> {
      const args = [to, now.toISOString(), contentOf(offer), ...from];
      const moved = await reachingRedis(() =>
        moveScript(redis, [keyOf(offer.id), waitingOf(offer.userId)], args),
      );
      return moved === 1;
    },
  };
}
