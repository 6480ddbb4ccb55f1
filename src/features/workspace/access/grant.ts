import { z } from "zod";
import { type Role, isAtLeast } from "../../../platform/access/role.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { type Grant, grantField } from "../../../platform/access/grants.ts";
import { seenNameOf } from "../../../platform/ask/seen-names.ts";
import { groupHandle } from "../../../platform/access/present-names.ts";
import { accessAsks } from "../asks.ts";
import { granteeArguments, granteeOf, roleArgument } from "./arguments.ts";
import { demandAdminNow, grantOf, questionAbout } from "./revoke.ts";
import { call } from "../../../platform/commands/call.ts";
import { granteeFirst, granteeInMrkdwn } from "./lines.ts";
import { grantRecord } from "./records.ts";
import * as texts from "./texts.ts";

const example = "/db admin access grant @sam operator";

/** `/db admin access grant @sam operator`. It replaces an earlier role. */
export const grant = call({
  name: "access_grant",
  title: "Give a role",
  summary: "Gives a role to a person, a user group or a channel.",
  effect: "change",
  access: "admin",
  line: "admin access grant {person|group|channel} {role}",
  verb: "grant",
  missing: { role: texts.whichGranteeAndRole(example) },
  args: z.object({ ...granteeArguments, role: roleArgument(example) }),
  asks: accessAsks.grant,
  async confirm({ role, ...who }, context: InstalledContext, asker) {
    const grantee = granteeOf(who, example);
    const had = await grantOf(grantee, context);
    if (!had || isAtLeast(role, had.role)) return undefined;
    await demandAdminNow(context, asker);
    await grantable[grantee.kind](grantee.id, role, context);
    const text = texts.askLower(granteeInMrkdwn(had), role, had.role);
    return questionAbout(had, { text, yes: texts.changeRole }, context, asker);
  },
  async run({ role, ...who }, context: InstalledContext, asker) {
    await demandAdminNow(context, asker);
    const grantee = granteeOf(who, example);
    const { name, notes } = await grantable[grantee.kind](grantee.id, role, context);
    const grantedAt = context.now().toISOString();
    const given: Grant = { ...grantee, name, role, grantedBy: asker.userId, grantedAt };
    await grantRecord.change(grantField(grantee), () => given, context);
    return say([texts.isNow(granteeFirst(given), role), ...notes].join("\n"));
  },
});

/** The grantee's name, and notes for the admin. Fails if the grant would reach no one. */
const grantable = { user: person, group, channel };

async function person(id: string, role: Role, { messenger }: InstalledContext) {
  const facts = await orRefuse(messenger.people.find(id), texts.unknownPerson(example));
  const { name, isBot, isGone, isGuest } = facts;
  if (isBot) throw new AppError("user", texts.isApp(name));
  if (isGone) throw new AppError("user", texts.isDeactivated(name));
  const guest = texts.isGuest(escapeName(name));
  return { name, notes: isGuest ? [guest] : role === "viewer" ? [texts.everyoneViews] : [] };
}

async function group(id: string, _: Role, context: InstalledContext) {
  const { messenger, people } = context;
  const name =
    (await groupHandle(id, people)) ?? (await seenNameOf({ kind: "group", value: id }, context)) ?? id;
  try {
    const members = await orRefuse(messenger.people.membersOf(id), texts.unknownGroup(example));
    return { name, notes: [texts.groupMembers(members.length)] };
  } catch (error) {
    if (!isAppError(error, "auth", "forbidden")) throw error;
    return { name, notes: [texts.unreadGroups] };
  }
}

async function channel(id: string, role: Role, context: InstalledContext) {
  // Slack writes the name of a channel into the command, and the app has just seen it there.
  const name = (await seenNameOf({ kind: "channel", value: id }, context)) ?? id;
  return { name, notes: isAtLeast(role, "operator") ? [texts.channelMembers(id)] : [] };
}

async function orRefuse<T>(finding: Promise<T>, otherwise: string): Promise<T> {
  try {
    return await finding;
  } catch (error) {
    if (isAppError(error, "missing")) throw new AppError("user", otherwise, { cause: error });
    throw error;
  }
}
