import { z } from "zod";
import { freeText, idKind, kept, userId } from "../../lib/kinds.ts";
import { AppError } from "../../lib/errors.ts";
import { keys } from "../redis/keys.ts";
import { readRecord, readableRecords } from "../redis/record.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { script } from "../redis/script.ts";
import { Role } from "./role.ts";

const granteeId = idKind("the id of a person, a user group or a channel", "U0123ABCD", /^([A-Z0-9]{2,31})$/);
const granteeName = freeText("a name in Slack", 200);

/** Who gets a role: a person, a user group, or everyone who asks in a channel. */
const Grantee = z.object({
  kind: z.enum(["user", "group", "channel"]),
  /** Slack's id. */
  id: kept(granteeId),
});
export type Grantee = z.infer<typeof Grantee>;

/** A granted role. */
export const Grant = Grantee.extend({
  /** The grantee's name at that time, without its sign. */
  name: kept(granteeName),
  role: Role,
  grantedBy: kept(userId),
  grantedAt: z.iso.datetime(),
});
export type Grant = z.infer<typeof Grant>;

/** The most grants of one workspace. Every command reads all of them. */
export const maxGrants = 200;

/** The grants of one workspace. */
export interface Grants {
  /** Oldest first. */
  list(): Promise<Grant[]>;
  /** Replaces the grantee's role and returns the old one. Fails as user if there are too many grants. */
  give(grant: Grant): Promise<Grant | undefined>;
  /** Returns what was taken. Undefined if there was nothing. */
  take(grantee: Grantee): Promise<Grant | undefined>;
}

/** The grants of one workspace in Redis: a hash from grantee to record. */
export function grants(redis: RedisClient, workspaceId: string): Grants {
  const key = keys.grants(workspaceId);

  async function swap(grantee: Grantee, next: Grant | undefined): Promise<Grant | undefined> {
    const before = await reachingRedis(() =>
      swapOne(redis, [key], [fieldOf(grantee), next ? JSON.stringify(next) : "", maxGrants]),
    );
    if (before === 0) throw tooMany();
    return typeof before === "string" ? readRecord(Grant, before, key) : undefined;
  }

  return {
    async list() {
      const stored = await reachingRedis(() => redis.hvals(key));
      // An unreadable grant gives nothing.
      return readableRecords(Grant, stored).toSorted((a, b) => a.grantedAt.localeCompare(b.grantedAt));
    },
    give: (grant) => swap(grant, grant),
    take: (grantee) => swap(grantee, undefined),
  };
}

// If two admins write at once, each learns the state before their own change.
const swapOne = script(`
local before = redis.call('hget', KEYS[1], ARGV[1])
if ARGV[2] == '' then
  redis.call('hdel', KEYS[1], ARGV[1])
else
  if not before and redis.call('hlen', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
  redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
end
return before`);

function fieldOf({ kind, id }: Grantee): string {
  return `${kind}:${id}`;
}

function tooMany(): AppError {
  return new AppError(
    "user",
    `A workspace has at most ${maxGrants} grants. Give the role to a user group or a channel, or take one back: \`/db admin access revoke\`.`,
  );
}
