import { isAppError, orUndefined } from "../../lib/errors.ts";
import type { Grants } from "./grants.ts";
import type { People } from "./known-people.ts";

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
