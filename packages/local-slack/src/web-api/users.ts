import { z } from "zod";
import type { JsonObject } from "../json.ts";
import type { Person } from "../protocol.ts";
import { SlackRefusal } from "../refusal.ts";
import type { Workspace } from "../workspace.ts";
import { Flag } from "./arguments.ts";
import { method } from "./method.ts";
import { page, Paging } from "./paging.ts";

/** users.info: one person. */
export const userInfo = method({
  scopes: ["users:read"],
  args: z.object({ user: z.string() }),
  run({ user }, { workspace }) {
    const person = workspace.people.get(user);
    if (!person) throw new SlackRefusal("user_not_found");
    return { user: userPayload(workspace, person) };
  },
});

/** users.lookupByEmail: a person by their handle and the domain, as in ada@acme.example.com. */
export const lookUpByEmail = method({
  scopes: ["users:read.email"],
  args: z.object({ email: z.string() }),
  run({ email }, { workspace }) {
    const domain = `@${workspace.team.domain}.example.com`;
    const found = [...workspace.people.values()].find(
      ({ name }) => `${name}${domain}` === email.toLowerCase(),
    );
    if (!found) throw new SlackRefusal("users_not_found");
    return { user: userPayload(workspace, found) };
  },
});

/** users.list: all people, in pages. */
export const listUsers = method({
  scopes: ["users:read"],
  args: z.object(Paging),
  run(paging, { workspace }) {
    const { items, rest } = page([...workspace.people.values()], paging);
    return { members: items.map((person) => userPayload(workspace, person)), ...rest };
  },
});

/** users.profile.get: a person's profile with its custom fields. */
export const userProfile = method({
  scopes: ["users.profile:read"],
  args: z.object({ user: z.string(), include_labels: Flag.optional() }),
  run({ user, include_labels: isLabelled = false }, { workspace }) {
    const person = workspace.people.get(user);
    if (!person) throw new SlackRefusal("user_not_found");
    const { manager, realName, name } = person;
    const label = isLabelled ? { label: "Manager" } : {};
    const fields = manager === undefined ? null : { Xf0MANAGER1: { value: manager, alt: "", ...label } };
    return { profile: { real_name: realName, display_name: name, fields } };
  },
});

/** A person as Slack writes them to apps. */
export function userPayload(
  workspace: Workspace,
  {
    id,
    name,
    realName,
    isAdmin,
    isOwner,
    isOrgAdmin = false,
    isGuest = false,
    isGone = false,
    isBot,
    tz,
    color,
  }: Person,
): JsonObject {
  const { enterprise } = workspace;
  return {
    id,
    team_id: workspace.team.id,
    name,
    real_name: realName,
    deleted: isGone,
    color: color.replace("#", ""),
    tz,
    tz_label: tz,
    tz_offset: offsetInSeconds(tz, workspace.now()),
    is_admin: isAdmin,
    is_owner: isOwner,
    is_primary_owner: isOwner,
    is_restricted: isGuest,
    is_ultra_restricted: false,
    is_bot: isBot,
    is_app_user: false,
    ...(enterprise && {
      enterprise_user: {
        id,
        enterprise_id: enterprise.id,
        enterprise_name: enterprise.name,
        is_admin: isOrgAdmin,
        is_owner: false,
        teams: [workspace.team.id],
      },
    }),
    profile: {
      real_name: realName,
      display_name: name,
      real_name_normalized: realName,
      display_name_normalized: name,
    },
  };
}

/** A zone's offset from UTC at that time. */
function offsetInSeconds(timeZone: string, atMs: number): number {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(atMs).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/u.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60);
}
