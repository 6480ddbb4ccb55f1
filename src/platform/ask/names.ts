import type { Logger } from "pino";
import { z } from "zod";
import { isAppError } from "../../lib/errors.ts";
import type { People } from "../access/known-people.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { tryRecord } from "../redis/record.ts";
import { script } from "../redis/script.ts";

/** A name that people of a workspace may say, and what stands for it in an argument. */
export interface Name {
  kind: "service" | "hook" | "preset" | "dashboard" | "connection" | "channel" | "person" | "group";
  name: string;
  /** The name itself, or the id of a channel, a person or a group. */
  value: string;
}

/** Words for the kinds of things that have a name. */
export const kindWords: Readonly<Record<Name["kind"], RegExp>> = {
  service: /^(?:service|database|db|instance|cluster|server)s?$/,
  hook: /^(?:hook|webhook)s?$/,
  preset: /^(?:preset|template)s?$/,
  dashboard: /^(?:dashboard|board|chart|graph)s?$/,
  connection: /^(?:connection|cloud|account)s?$/,
  channel: /^channels?$/,
  person: /^(?:person|user)s?$/,
  group: /^(?:group|team|usergroup)s?$/,
};

/** The kinds of things with names, and roles. */
export const nameKinds: readonly string[] = [...Object.keys(kindWords), "role"];

/** True for a kind of things with names. */
export function isNameKind(kind: string): boolean {
  return nameKinds.includes(kind);
}

/** The kinds that people say as a number, with or without its unit. */
export const numberKinds: readonly string[] = ["number", "credits", "minutes", "hours"];

/** The kinds that a sentence may name several of, and that are offered where one is missing. */
export const offeredKinds: readonly string[] = ["service", "hook", "preset", "connection"];

interface Found {
  kind: Name["kind"];
  /** The names that it may mean. */
  names: readonly Name[];
  isWhole: boolean;
}

/** Names by the words in them. */
export interface NameIndex {
  /** The names that a run of words is or belongs to. */
  find(words: readonly string[]): readonly Found[];
  /** All names of a kind. */
  of(kind: Name["kind"]): readonly Name[];
  /** The words of names. */
  words: ReadonlySet<string>;
  /** Those of them that a mistyped one may be, by length. */
  dictionary: ReadonlyMap<number, readonly string[]>;
  /** The number of words in the longest name. */
  longest: number;
}

// Names have no more words.
const longestName = 6;
// Making an index takes time by their number, and a sentence may take 20 ms. A command takes the others.
const mostNames = 1_500;

/** Looks up names. Making it takes time by their number. */
export function nameIndex(names: readonly Name[]): NameIndex {
  const whole = new Map<string, Name[]>();
  const parts = new Map<string, Name[]>();
  const words = new Set<string>();
  let longest = 1;
  for (const name of names.slice(0, mostNames)) {
    const each = wordsIn(name.name).slice(0, longestName);
    longest = Math.max(longest, each.length);
    add(whole, each.join(" "), name);
    for (const word of each) words.add(word);
    for (let from = 0; from < each.length; from += 1)
      for (let to = from + 1; to <= each.length; to += 1)
        if (to - from < each.length) add(parts, each.slice(from, to).join(" "), name);
  }
  const dictionary = Map.groupBy(
    [...words].filter((word) => word.length > 3),
    ({ length }) => length,
  );
  return {
    words,
    dictionary,
    longest,
    of: (kind) => names.filter((name) => name.kind === kind),
    find(said) {
      const key = said.flatMap(wordsIn).join(" ");
      const exact = byKind(whole.get(key) ?? [], true);
      const inPart = byKind(parts.get(key) ?? [], false).map((found) => preferBeginnings(found, key));
      return [...exact, ...inPart.filter(({ kind }) => !exact.some((one) => one.kind === kind))];
    },
  };
}

function add(index: Map<string, Name[]>, key: string, name: Name): void {
  const known = index.get(key);
  if (known) known.push(name);
  else index.set(key, [name]);
}

function byKind(names: readonly Name[], isWhole: boolean): Found[] {
  return [...new Set(names.map(({ kind }) => kind))].map((kind) => ({
    kind,
    names: [...new Set(names.filter((name) => name.kind === kind))],
    isWhole,
  }));
}

/** "orders" is the one that begins so, and not the one that has it inside. */
function preferBeginnings(found: Found, key: string): Found {
  const begun = found.names.filter(({ name }) => wordsIn(name).join(" ").startsWith(`${key} `));
  return begun.length === 0 ? found : { ...found, names: begun };
}

/** The words of a name as they are compared. */
export function wordsIn(name: string): string[] {
  return name
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

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
const longestSeenName = 100;

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
          .filter(({ name }) => name !== "" && name.length <= longestSeenName)
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
