import { type Role, isAtLeast } from "../../../platform/access/role.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Grant } from "../../../platform/access/grants.ts";
import { type Named, askAboutRole, grantOf, namedIn, roleIn, sureOnly, tokenOf } from "./revoke.ts";
import { recordChange } from "../../../platform/commands/command.ts";
import { grantedChange, granteeFirst, granteeInMrkdwn } from "./lines.ts";
import * as texts from "./texts.ts";

const example = "/db admin access grant @sam operator";

/** Gives a role to a person, a user group or a channel. It replaces an earlier one. */
export async function grantRole(words: string, context: InstalledContext, asker: Asker): Promise<Reply> {
  const named = namedIn(words, example);
  const [word = "", ...more] = named.rest;
  const role = roleIn(word, example);
  const isSure = sureOnly(more, example, asker);
  const { name, notes } = await grantable[named.grantee.kind](named, role, context);
  const had = await grantOf(named.grantee, context);
  if (!isSure && had && !isAtLeast(role, had.role)) {
    const question = {
      text: texts.askLower(granteeInMrkdwn(had), role, had.role),
      yes: texts.changeRole,
      command: `admin access grant ${tokenOf(had)} ${role} yes`,
    };
    return askAboutRole(had, question, context, asker);
  }
  const grantedAt = context.now().toISOString();
  const grant: Grant = { ...named.grantee, name, role, grantedBy: asker.userId, grantedAt };
  const before = await context.grants.give(grant);
  await recordChange(grantedChange(grant, before), context, asker);
  return say([texts.isNow(granteeFirst(grant), role), ...notes].join("\n"));
}

/** The grantee's name, and notes for the admin. Fails if the grant would reach no one. */
const grantable = { user: person, group, channel };

async function person({ grantee }: Named, role: Role, { messenger }: InstalledContext) {
  const facts = await orRefuse(messenger.people.find(grantee.id), texts.unknownPerson(example));
  const { name, isBot, isGone, isGuest } = facts;
  if (isBot) throw new AppError("user", texts.isApp(name));
  if (isGone) throw new AppError("user", texts.isDeactivated(name));
  const guest = texts.isGuest(escapeName(name));
  return { name, notes: isGuest ? [guest] : role === "viewer" ? [texts.everyoneViews] : [] };
}

async function group({ grantee, name }: Named, _: Role, { messenger }: InstalledContext) {
  const called = name === "" ? grantee.id : name;
  try {
    const members = await orRefuse(messenger.people.membersOf(grantee.id), texts.unknownGroup(example));
    return { name: called, notes: [texts.groupMembers(members.length)] };
  } catch (error) {
    if (!isAppError(error, "auth", "forbidden")) throw error;
    return { name: called, notes: [texts.unreadGroups] };
  }
}

function channel({ grantee, name }: Named, role: Role) {
  const open = texts.channelMembers(grantee.id);
  return { name: name === "" ? grantee.id : name, notes: isAtLeast(role, "operator") ? [open] : [] };
}

async function orRefuse<T>(finding: Promise<T>, otherwise: string): Promise<T> {
  try {
    return await finding;
  } catch (error) {
    if (isAppError(error, "missing")) throw new AppError("user", otherwise, { cause: error });
    throw error;
  }
}
