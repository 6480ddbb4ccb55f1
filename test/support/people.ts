import type { People, PersonFacts } from "../../src/platform/access/known-people.ts";

/** Slack's answers about people who all work there. Some are admins, and some have left. */
export function peopleOf({
  admins = [],
  gone = new Set(),
}: { admins?: readonly string[]; gone?: ReadonlySet<string> } = {}): People {
  const factsOf = (userId: string): PersonFacts => ({
    userId,
    handle: userId.toLowerCase(),
    name: userId,
    teamIds: ["T1"],
    isAdmin: admins.includes(userId),
    isOrganizationAdmin: false,
    isGuest: false,
    isGone: gone.has(userId),
    isBot: false,
  });
  return {
    find: async (userId) => factsOf(userId),
    someAdmins: async () => admins.map(factsOf),
    membersOf: async () => [],
    groups: async () => [],
    findByEmail: async () => undefined,
    managerOf: async () => undefined,
  };
}
