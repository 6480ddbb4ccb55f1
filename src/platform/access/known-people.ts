import type { Logger } from "pino";
import { within } from "../../lib/clock.ts";
import { minuteMs } from "../../lib/duration.ts";
import { AppError, orUndefined } from "../../lib/errors.ts";
import { escapeName } from "../blocks/escape.ts";

/** How facts are read from Slack. */
export interface How {
  /** True if facts of a moment ago are too old. */
  fresh?: boolean;
  /** The longest wait for Slack, instead of 5 s. For handlers that must answer Slack in time. */
  maxWaitMs?: number;
}

/** Slack's facts about one workspace's people. They are kept for a minute, and for five if Slack does not answer. */
export interface KnownPeople {
  find(userId: string, how?: How): Promise<PersonFacts>;
  isMember(groupId: string, userId: string, how?: How): Promise<boolean>;
  someAdmins(): Promise<PersonFacts[]>;
  /** The workspace's user groups. Fails as `auth` if we may not read them. */
  groups(how?: How): Promise<UserGroup[]>;
}

const usual = { freshMs: minuteMs, keptMs: 5 * minuteMs, maxWaitMs: 5_000 };

/** Makes the facts of any workspace. The whole process shares the cache. */
export function knownPeople(now: () => Date): (workspaceId: string, people: People) => KnownPeople {
  const persons = remembered<PersonFacts>({ ...usual, now, most: 5_000 });
  const groups = remembered<ReadonlySet<string>>({ ...usual, now, most: 200 });
  // Only to name a contact, and Slack limits this call.
  const admins = remembered<PersonFacts[]>({ ...usual, now, freshMs: 10 * minuteMs, most: 1_000 });
  const lists = remembered<UserGroup[]>({ ...usual, now, most: 200 });
  return (workspaceId, people) => ({
    find: (userId, how) => persons.find(`${workspaceId} ${userId}`, () => people.find(userId), how),
    async isMember(groupId, userId, how) {
      const ask = async () => new Set(await people.membersOf(groupId));
      return (await groups.find(`${workspaceId} ${groupId}`, ask, how)).has(userId);
    },
    someAdmins: () => admins.find(workspaceId, () => people.someAdmins()),
    groups: (how) => lists.find(workspaceId, () => people.groups(), how),
  });
}

/** A user group that is in use. */
interface UserGroup {
  id: string;
  /** The name in a mention, without "@". */
  handle: string;
}

/** Slack's facts about a user. */
export interface PersonFacts {
  userId: string;
  /** The name in a mention, without "@". */
  handle: string;
  name: string;
  /** The person's workspaces that Slack names. The first is their own. */
  teamIds: string[];
  /** Their organization, if there is one. */
  enterpriseId?: string | undefined;
  /** True for an admin or an owner of their workspace. */
  isAdmin: boolean;
  /** True for an admin or an owner of the whole organization. */
  isOrganizationAdmin: boolean;
  /** True for a guest, and for a person of another company. */
  isGuest: boolean;
  /** True if the account is deactivated. */
  isGone: boolean;
  isBot: boolean;
}

/** Slack's answers about people. Every failure is an AppError. */
export interface People {
  /** Fails as `missing` if Slack knows no such user. */
  find(userId: string): Promise<PersonFacts>;
  /** The user ids of a group. Fails as `missing` if there is no such group, and as `auth` if we may not read it. */
  membersOf(groupId: string): Promise<string[]>;
  /** Some admins and owners of the workspace. Not all of a large one. */
  someAdmins(): Promise<PersonFacts[]>;
  /** The workspace's user groups. Fails as `auth` if we may not read them. */
  groups(): Promise<UserGroup[]>;
  /** The id of the person with this e-mail address; undefined for none. Fails as `auth` if we may not look. */
  findByEmail(email: string): Promise<string | undefined>;
  /** The id of a person's manager, by their profile. Undefined if it has none. Fails as `auth` if we may not read it. */
  managerOf(userId: string): Promise<string | undefined>;
}

interface Options {
  now: () => Date;
  /** How long a fact is not asked again. */
  freshMs: number;
  /** How long a fact still counts if Slack does not answer. */
  keptMs: number;
  /** How long to wait for an answer. */
  maxWaitMs: number;
  /** The largest number of facts. The oldest goes first. */
  most: number;
}

/** A cache of answers by key. Callers at the same moment share a request. If there is no answer now, the last one counts. */
function remembered<T>({ now, freshMs, keptMs, maxWaitMs, most }: Options) {
  const known = new Map<string, { answer: T; askedMs: number }>();
  const underWay = new Map<string, Promise<T>>();

  async function askAgain(key: string, ask: () => Promise<T>): Promise<T> {
    const askedMs = now().getTime();
    try {
      const answer = await ask();
      keep(key, answer, askedMs);
      return answer;
    } catch (error) {
      // A person who is gone in Slack must lose their role here.
      if (!isPassing(error)) known.delete(key);
      throw error;
    } finally {
      underWay.delete(key);
    }
  }

  function keep(key: string, answer: T, askedMs: number): void {
    // A slow answer must not replace a later one.
    if ((known.get(key)?.askedMs ?? 0) > askedMs) return;
    known.delete(key);
    known.set(key, { answer, askedMs });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
  }

  function asking(key: string, ask: () => Promise<T>, waitMs: number): Promise<T> {
    const asked = underWay.get(key) ?? askAgain(key, ask);
    underWay.set(key, asked);
    return orTooLong(asked, waitMs);
  }

  return {
    /** Fails as `upstream` or `limited` if there is neither an answer nor a kept fact. */
    async find(
      key: string,
      ask: () => Promise<T>,
      { fresh = false, maxWaitMs: waitMs = maxWaitMs }: How = {},
    ): Promise<T> {
      const before = known.get(key);
      const ageMs = before ? now().getTime() - before.askedMs : Infinity;
      if (before && !fresh && ageMs < freshMs) return before.answer;
      // A request that began before this moment would not be fresh.
      if (fresh) return orTooLong(askAgain(key, ask), waitMs);
      try {
        return await asking(key, ask, waitMs);
      } catch (error) {
        if (before && ageMs < keptMs && isPassing(error)) return before.answer;
        throw error;
      }
    },
  };
}

/** True for a failure that says nothing about the question. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof AppError) || ["limited", "upstream", "bug"].includes(error.kind);
}

/** A late answer serves the next request. */
async function orTooLong<T>(asked: Promise<T>, maxWaitMs: number): Promise<T> {
  const found = await within(
    maxWaitMs,
    asked.then((answer) => ({ answer })),
    undefined,
  );
  if (found) return found.answer;
  throw new AppError("upstream", "Slack did not answer in time; please try again in a minute.");
}

// A name isn't worth a long wait, and people are read ahead when they do something.
const maxWaitMs = 1_000;

interface Reading {
  people: Pick<KnownPeople, "find">;
  log: Logger;
}

/** A person's full name in Slack, escaped for mrkdwn. "someone" if Slack doesn't give it now. It never fails. */
export async function fullName(userId: string, { people, log }: Reading): Promise<string> {
  return escapeName(await nameOf(userId, { people, log }));
}

/** The same in plain text. */
export async function nameOf(userId: string, { people, log }: Reading): Promise<string> {
  try {
    const { name } = await people.find(userId, { maxWaitMs });
    return name.trim() === "" ? unnamed : name;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.info({ err: error }, "couldn't read a person's name");
    return unnamed;
  }
}

const unnamed = "someone";

/** The name of every erased person. */
export const erasedName = "Erased person";
/** How a pseudonym begins. What follows are letters by chance. */
export const erasedBegin = "UERASED";

/** True for the pseudonym of an erased person. Slack knows none. */
export function isErased(userId: string): boolean {
  return userId.startsWith(erasedBegin);
}

/** A person as a mention in mrkdwn. Slack shows their present name. In a new message it notifies them. */
export function mentionOf(userId: string): string {
  return isErased(userId) ? erasedName : `<@${userId}>`;
}

const unreadable = ["auth", "forbidden", "limited", "upstream", "missing"] as const;

/** A person's present name in Slack, in plain text. Undefined if Slack knows no such person, or doesn't tell now. */
export async function personName(
  userId: string,
  people: Pick<KnownPeople, "find">,
): Promise<string | undefined> {
  const found = await orUndefined(() => people.find(userId), ...unreadable);
  return found?.name.trim() || found?.handle;
}

/** A user group's present handle in Slack, without "@". Undefined if there is none, or Slack doesn't tell now. */
export async function groupHandle(
  groupId: string,
  people: Pick<KnownPeople, "groups">,
): Promise<string | undefined> {
  const groups = await orUndefined(() => people.groups(), ...unreadable);
  return groups?.find(({ id }) => id === groupId)?.handle;
}
