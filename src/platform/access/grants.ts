import { z } from "zod";
import { AppError, isAppError, orUndefined } from "../../lib/errors.ts";
import { freeText, idKind, kept, userId } from "../../lib/kinds.ts";
import type { RedisClient } from "../redis/connect.ts";
import { keys } from "../redis/keys.ts";
import { type Kept, type Records, records } from "../redis/records.ts";
import type { People } from "./known-people.ts";
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

/** Where the grant of a grantee is kept. */
export function grantField({ kind, id }: Grantee): string {
  return `${kind}:${id}`;
}

// Every command reads all of them.
const most = 200;

/** By their grantees. One that can't be read gives nothing. */
export const keptGrants: Kept<Grant> = {
  schema: Grant,
  key: keys.grants,
  most: {
    count: most,
    error: () =>
      new AppError(
        "user",
        `A workspace has at most ${most} grants. Give the role to a user group or a channel, or take one back: \`/db admin access revoke\`.`,
      ),
  },
  unreadable: "missing",
};

/** The grants of one workspace. */
export interface Grants extends Records<Grant> {
  /** Oldest first. */
  list(): Promise<Grant[]>;
}

/** The grants of one workspace in Redis. */
export function grants(redis: RedisClient, workspaceId: string): Grants {
  const kept = records(keptGrants, redis, workspaceId);
  return {
    ...kept,
    list: async () =>
      [...(await kept.all()).values()].toSorted((a, b) => a.grantedAt.localeCompare(b.grantedAt)),
  };
}

/** More admins than this are not asked. */
const mostAsked = 5;

interface AdminSources {
  grants: Pick<Grants, "list">;
  messenger: { people: People };
}

/** Some admins to ask: those by grant, by name or in a group, or else some of Slack's admins. None has left Slack. */
export async function someAdmins({ grants, messenger }: AdminSources): Promise<string[]> {
  const granted = await adminsByGrant({ grants, messenger });
  if (granted.length > 0) return granted.slice(0, mostAsked);
  const inSlack = (await orUndefined(() => messenger.people.someAdmins(), "auth", "forbidden")) ?? [];
  return inSlack.slice(0, mostAsked).map(({ userId }) => userId);
}

/** False for a bot, and for a person who has left Slack or isn't known there. */
export async function isActive(
  userId: string,
  { messenger }: Pick<AdminSources, "messenger">,
): Promise<boolean> {
  const facts = await orUndefined(() => messenger.people.find(userId), "missing");
  return facts !== undefined && !facts.isGone && !facts.isBot;
}

async function adminsByGrant({ grants, messenger }: AdminSources): Promise<string[]> {
  const admins = (await grants.list()).filter(({ role }) => role === "admin");
  const people = admins.filter(({ kind }) => kind === "user").map(({ id }) => id);
  for (const { id } of admins.filter(({ kind }) => kind === "group")) {
    try {
      people.push(...(await messenger.people.membersOf(id)));
    } catch (error) {
      if (!isAppError(error, "auth", "forbidden", "missing")) throw error;
    }
  }
  const active: string[] = [];
  for (const id of new Set(people)) if (await isActive(id, { messenger })) active.push(id);
  return active;
}
