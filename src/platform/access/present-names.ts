import { orUndefined } from "../../lib/errors.ts";
import type { KnownPeople } from "./known-people.ts";

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
