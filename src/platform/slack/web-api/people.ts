import { z } from "zod";
import type { UsersInfoResponse, WebClient } from "@slack/web-api";
import { isAppError } from "../../../lib/errors.ts";
import { calling, slackFailure } from "../failure.ts";
import type { Presence } from "../../jobs/messenger.ts";
import type { People, PersonFacts } from "../../access/known-people.ts";

type User = NonNullable<UsersInfoResponse["user"]>;

// Enough to find a contact, in one call. Some workspaces have many thousands of people.
const searchedMost = 200;

/** The Web API's answers about people. */
export function slackPeople(client: WebClient): People {
  return {
    async find(userId) {
      const { user } = await calling("users.info", () => client.users.info({ user: userId }));
      return factsOf(user ?? {}, userId);
    },
    async membersOf(usergroup) {
      const { users } = await calling("usergroups.users.list", () =>
        client.usergroups.users.list({ usergroup }),
      );
      return users ?? [];
    },
    async someAdmins() {
      const { members = [] } = await calling("users.list", () => client.users.list({ limit: searchedMost }));
      return (
        members
          .map((user) => factsOf(user, user.id ?? ""))
          .filter(({ isAdmin, isOrganizationAdmin }) => isAdmin || isOrganizationAdmin)
          // An admin of another company is not an admin here.
          .filter(({ isGone, isBot, isGuest }) => !isGone && !isBot && !isGuest)
      );
    },
    async groups() {
      const { usergroups = [] } = await calling("usergroups.list", () => client.usergroups.list({}));
      return usergroups.flatMap(({ id, handle = "" }) => (id === undefined ? [] : [{ id, handle }]));
    },
    async findByEmail(email) {
      try {
        const { user } = await calling("users.lookupByEmail", () => client.users.lookupByEmail({ email }));
        return user?.deleted ? undefined : user?.id;
      } catch (error) {
        if (isAppError(error, "missing")) return undefined;
        throw error;
      }
    },
    async managerOf(user) {
      const { profile } = await calling("users.profile.get", () =>
        client.users.profile.get({ user, include_labels: true }),
      );
      return managerIn(profile?.fields);
    },
  };
}

// https://docs.slack.dev/reference/methods/users.profile.get: fields by their ids, with labels if they are asked for.
const Fields = z.record(z.string(), z.looseObject({ value: z.string(), label: z.string().optional() }));

/** A field for people has a user's id as its value. */
function managerIn(fields: unknown): string | undefined {
  const known = Object.values(Fields.safeParse(fields).data ?? {});
  return known.find(
    ({ label = "", value }) => /^manager$/i.test(label.trim()) && /^[UW][A-Z0-9]+$/.test(value),
  )?.value;
}

// https://docs.slack.dev/reference/objects/user-object
function factsOf(user: User, userId: string): PersonFacts {
  const { enterprise_user: organization } = user;
  const teamIds = [user.team_id, ...(organization?.teams ?? [])].filter((id) => id !== undefined);
  return {
    userId,
    handle: user.name ?? userId,
    name: user.real_name ?? user.profile?.real_name ?? user.name ?? userId,
    teamIds,
    enterpriseId: organization?.enterprise_id,
    isAdmin: isAny(user.is_admin, user.is_owner, user.is_primary_owner),
    isOrganizationAdmin: isAny(organization?.is_admin, organization?.is_owner),
    isGuest: isAny(user.is_restricted, user.is_ultra_restricted, user.is_stranger),
    isGone: user.deleted === true,
    isBot: user.is_bot === true,
  };
}

function isAny(...flags: (boolean | undefined)[]): boolean {
  return flags.includes(true);
}

/** The app's presence in a channel, found by reading its messages. A member if Slack says nothing else. */
export async function presenceIn(client: WebClient, channel: string): Promise<Presence> {
  try {
    await client.conversations.history({ channel, limit: 1 });
    return "member";
  } catch (error) {
    const { kind } = slackFailure("conversations.history", error);
    if (kind === "missing") return "none";
    // In a public channel the app may post without being a member.
    return kind === "forbidden" ? "guest" : "member";
  }
}
