import type { Logger } from "pino";
import { z } from "zod";
import { isAppError } from "../../lib/errors.ts";
import type { People } from "../access/known-people.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { tryRecord } from "../redis/record.ts";
import { script } from "../redis/script.ts";
import type { Name } from "./names.ts";

const kinds = ["person", "channel", "group", "dashboard"] as const;

/** A name of something that only Slack or an observability server has a list of. */
export type SeenName = Name & { kind: (typeof kinds)[number] };

/** The names that the app saw lately, so people may say them without asking Slack or a server. */
export interface SeenNames {
  /** The newest of each kind first. */
  list(): Promise<Name[]>;
  /** Keeps names for 90 days, or until newer ones take their place. Fails as `upstream`. */
  learn(names: readonly SeenName[], now: Date): Promise<void>;
}

/** So many of each kind are kept. Reading a sentence takes time by their number. */
export const mostSeen = 300;
const longestName = 100;

const Member = z.tuple([z.string(), z.string()]);

const learnScript = script(`
for each = 4, #ARGV do redis.call("ZADD", KEYS[1], ARGV[1], ARGV[each]) end
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", ARGV[1] - ARGV[2] * 1000)
redis.call("ZREMRANGEBYRANK", KEYS[1], 0, -1 - ARGV[3])
redis.call("EXPIRE", KEYS[1], ARGV[2])
return 1
`);

/** The seen names of one workspace: a sorted set in Redis for each kind. */
export function seenNames(redis: RedisClient, workspaceId: string): SeenNames {
  return {
    async list() {
      const lists = kinds.map(async (kind) => {
        const stored = await redis.zrevrange(keys.seenNames(workspaceId, kind), 0, mostSeen - 1);
        return stored.flatMap((text): Name[] => {
          const read = tryRecord(Member, text);
          return read ? [{ kind, value: read[0], name: read[1] }] : [];
        });
      });
      return (await reachingRedis(() => Promise.all(lists))).flat();
    },
    async learn(names, now) {
      for (const [kind, named] of Map.groupBy(names, (each) => each.kind)) {
        const members = named
          .filter(({ name }) => name !== "" && name.length <= longestName)
          .slice(0, mostSeen)
          .map(({ value, name }) => JSON.stringify([value, name]));
        const args = [now.getTime(), ttlInSeconds.seenNames, mostSeen, ...new Set(members)];
        if (members.length > 0)
          await reachingRedis(() => learnScript(redis, [keys.seenNames(workspaceId, kind)], args));
      }
    },
  };
}

interface Learning {
  seenNames: SeenNames;
  now: () => Date;
  log: Logger;
}

/** The name that was last seen of something, as it is in Slack. Undefined if none was. */
export async function seenNameOf(
  { kind, value }: Pick<SeenName, "kind" | "value">,
  { seenNames: seen }: Pick<Learning, "seenNames">,
): Promise<string | undefined> {
  return (await seen.list()).find((each) => each.kind === kind && each.value === value)?.name;
}

/** Learns names. It never fails: without them, people mention what they mean. */
export async function learnNames(
  names: readonly SeenName[],
  { seenNames: seen, now, log }: Learning,
): Promise<void> {
  try {
    await seen.learn(names, now());
  } catch (err) {
    if (!isAppError(err, "upstream")) throw err;
    log.warn({ err }, "couldn't keep the names that were seen");
  }
}

/** Slack's answers about people, who are known by name from then on. */
export function learningPeople(people: People, context: Learning): People {
  return {
    // By name: the people of a workspace are made late, and have no properties to copy.
    membersOf: (groupId) => people.membersOf(groupId),
    someAdmins: () => people.someAdmins(),
    groups: () => people.groups(),
    findByEmail: (email) => people.findByEmail(email),
    managerOf: (userId) => people.managerOf(userId),
    async find(userId) {
      const facts = await people.find(userId);
      const { handle, name, isBot, isGone } = facts;
      if (!isBot && !isGone)
        await learnNames(
          [handle, name].map((each) => ({ kind: "person", name: each, value: userId })),
          context,
        );
      return facts;
    },
  };
}

// Slack writes the name of a channel or a user group into its token in a command.
const token = /<(?:#([CG][A-Z0-9]+)|!subteam\^(S[A-Z0-9]+))\|[#@]?([^<>|]+)>/g;

/** The names in the tokens of a command, as Slack sends it. What a person types as a token has no brackets there. */
export function namesInTokens(text: string): SeenName[] {
  return [...text.matchAll(token)].flatMap(([, channel, group, name = ""]): SeenName[] => {
    if (channel !== undefined) return [{ kind: "channel", value: channel, name }];
    return group === undefined ? [] : [{ kind: "group", value: group, name }];
  });
}
