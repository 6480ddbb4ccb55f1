import { minuteMs } from "../../lib/duration.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../lib/errors.ts";

interface How {
  /** True where what was known a moment ago is not enough. */
  fresh?: boolean;
  /** For so long Slack is waited for, in place of the usual 5 s. */
  maxWaitMs?: number;
}

/** What Slack tells of one workspace's people, remembered for a minute, and for five while Slack cannot be asked. */
export interface KnownPeople {
  find(userId: string, how?: How): Promise<PersonFacts>;
  isMember(groupId: string, userId: string, how?: How): Promise<boolean>;
  someAdmins(): Promise<PersonFacts[]>;
}

const usual = { freshMs: minuteMs, keptMs: 5 * minuteMs, maxWaitMs: 5_000 };

/** Makes what is known of the people of any workspace; what is remembered is shared by all of this process. */
export function knownPeople(now: () => Date): (workspaceId: string, people: People) => KnownPeople {
  const persons = remembered<PersonFacts>({ ...usual, now, most: 5_000 });
  const groups = remembered<ReadonlySet<string>>({ ...usual, now, most: 200 });
  // Only to say whom to turn to, and no call that Slack allows often.
  const admins = remembered<PersonFacts[]>({ ...usual, now, freshMs: 10 * minuteMs, most: 1_000 });
  return (workspaceId, people) => ({
    find: (userId, how) => persons.find(`${workspaceId} ${userId}`, () => people.find(userId), how),
    async isMember(groupId, userId, how) {
      const ask = async () => new Set(await people.membersOf(groupId));
      return (await groups.find(`${workspaceId} ${groupId}`, ask, how)).has(userId);
    },
    someAdmins: () => admins.find(workspaceId, () => people.someAdmins()),
  });
}

/** What Slack knows of one of its users. */
export interface PersonFacts {
  userId: string;
  /** As they are mentioned, without the "@", and as people call them. */
  handle: string;
  name: string;
  /** The workspaces of theirs that Slack tells of; the first is the one they are of. */
  teamIds: string[];
  /** The organization they are in, where there is one. */
  enterpriseId?: string | undefined;
  /** True for an admin or an owner of their workspace. */
  isAdmin: boolean;
  /** True for an admin or an owner of the whole organization. */
  isOrganizationAdmin: boolean;
  /** True for a guest of one channel or several, and for somebody of another company. */
  isGuest: boolean;
  /** True where the account is deactivated. */
  isGone: boolean;
  isBot: boolean;
}

/** What Slack tells of people; every failure is an AppError. */
export interface People {
  /** Fails as `missing` where Slack knows nobody of that id. */
  find(userId: string): Promise<PersonFacts>;
  /** The user ids in a user group; fails as `missing` where there is no such group, as `auth` where we may not ask. */
  membersOf(groupId: string): Promise<string[]>;
  /** Some of the workspace's admins and owners; of a large workspace not all. */
  someAdmins(): Promise<PersonFacts[]>;
}

interface Options {
  now: () => Date;
  /** For so long what is known is not asked again. */
  freshMs: number;
  /** For so long it still counts where it cannot be asked. */
  keptMs: number;
  /** An answer that takes longer is not waited for. */
  maxWaitMs: number;
  /** Above that, what was asked longest ago is forgotten. */
  most: number;
}

/** Answers by their keys, each asked once where many want it at the same moment. */
interface Remembered<T> {
  /** Fails as `upstream` or as `limited` where it cannot be asked and is not known. */
  find(key: string, ask: () => Promise<T>, how?: { fresh?: boolean; maxWaitMs?: number }): Promise<T>;
}

/** Remembers what others answered for a while, in this process alone; what nobody can tell just now is as it was. */
function remembered<T>({ now, freshMs, keptMs, maxWaitMs, most }: Options): Remembered<T> {
  const known = new Map<string, { answer: T; askedMs: number }>();
  const underWay = new Map<string, Promise<T>>();

  async function askAgain(key: string, ask: () => Promise<T>): Promise<T> {
    const askedMs = now().getTime();
    try {
      const answer = await ask();
      keep(key, answer, askedMs);
      return answer;
    } catch (error) {
      // Who is gone there must not be here what they were.
      if (!isPassing(error)) known.delete(key);
      throw error;
    } finally {
      underWay.delete(key);
    }
  }

  function keep(key: string, answer: T, askedMs: number): void {
    // A slow answer does not take the place of one to a later question.
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
    async find(key, ask, { fresh = false, maxWaitMs: waitMs = maxWaitMs } = {}) {
      const before = known.get(key);
      const ageMs = before ? now().getTime() - before.askedMs : Infinity;
      if (before && !fresh && ageMs < freshMs) return before.answer;
      // What was asked before this moment would not be fresh.
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

/** True for a failure that says nothing of what was asked. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof AppError) || ["limited", "upstream", "bug"].includes(error.kind);
}

/** What is too late is for the next who asks. */
async function orTooLong<T>(asked: Promise<T>, maxWaitMs: number): Promise<T> {
  asked.catch(() => undefined);
  const ended = new AbortController();
  const late = sleep(maxWaitMs, "late" as const, { signal: ended.signal }).catch(() => "late" as const);
  try {
    const first = await Promise.race([asked.then((answer) => ({ answer })), late]);
    if (first !== "late") return first.answer;
    throw new AppError("upstream", "Slack did not answer in time; please try again in a minute.");
  } finally {
    ended.abort();
  }
}
