import type { People, PersonFacts } from "./people.ts";
import { remembered } from "./remembered.ts";
import { minuteMs } from "../../lib/duration.ts";

interface How {
  /** True where what was known a moment ago is not enough. */
  fresh?: boolean;
  /** For so long Slack is waited for, in place of the usual 5 s. */
  patienceMs?: number;
}

/** What Slack tells of one workspace's people, remembered for a minute, and for five while Slack cannot be asked. */
export interface KnownPeople {
  find(userId: string, how?: How): Promise<PersonFacts>;
  isMember(groupId: string, userId: string, how?: How): Promise<boolean>;
  someAdmins(): Promise<PersonFacts[]>;
}

const usual = { freshMs: minuteMs, keptMs: 5 * minuteMs, patienceMs: 5_000 };

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
