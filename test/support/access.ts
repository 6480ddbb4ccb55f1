import type { Access } from "../../src/platform/access/access.ts";
import { type Role, isAtLeast } from "../../src/platform/access/role.ts";
import { AppError } from "../../src/lib/errors.ts";
import { withStore } from "./stored.ts";

/** Access in which every person has one role. */
export function accessAs(role: Role): Access {
  return {
    roleOf: async () => role,
    effectiveRoleOf: async () => ({ role, reasons: [], facts: undefined, unsure: undefined, unread: [] }),
    async demand(_person, needed) {
      if (!isAtLeast(role, needed)) throw new AppError("forbidden", `This takes the role ${needed}.`);
    },
  };
}

interface Place {
  redisUrl: string;
  slack: { teamId: string; users: readonly { id: string; name: string }[] };
}

/** Gives a person of the local Slack a role, as an admin does with `/db access grant`. */
export async function grantRole({ redisUrl, slack }: Place, name: string, role: Role): Promise<void> {
  const user = slack.users.find((candidate) => candidate.name === name);
  if (!user) throw new Error(`There is no person "${name}".`);
  const grantedAt = new Date().toISOString();
  const grant = { kind: "user" as const, id: user.id, name, role, grantedBy: "U0TEST", grantedAt };
  await withStore(redisUrl, (store) =>
    store.workspace(slack.teamId).grants.set(`${grant.kind}:${grant.id}`, grant),
  );
}
