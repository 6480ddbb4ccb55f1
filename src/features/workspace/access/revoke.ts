import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { channelId, textOf } from "../../../lib/kinds.ts";
import { nearest, truncate } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import type { EffectiveRole } from "../../../platform/access/effective-role.ts";
import { type Grant, type Grantee, grantField } from "../../../platform/access/grants.ts";
import { Role } from "../../../platform/access/role.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { group, person } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { namedChannelKind } from "../../../platform/commands/arguments/slack.ts";
import { type Question, call } from "../../../platform/commands/call.ts";
import type { InstalledContext } from "../context.ts";
import { granteeFirst, granteeInMrkdwn } from "./lines.ts";
import { grantRecord } from "./records.ts";
import * as texts from "./texts.ts";

/** The role that is granted to a grantee. Undefined if none is. */
export async function grantOf(grantee: Grantee, { grants }: InstalledContext): Promise<Grant | undefined> {
  return grants.of(grantField(grantee));
}

/** True if a person with these reasons is an admin by this grantee's role only. */
export function isOnlyAdminBy({ kind, id }: Grantee, { reasons }: Pick<EffectiveRole, "reasons">): boolean {
  return reasons
    .filter(({ role }) => role === "admin")
    .every((reason) => reason.by === "grant" && reason.grant.kind === kind && reason.grant.id === id);
}

/** Asks before a role is lowered or removed, and says so if the asker would lose their own admin role. */
export async function questionAbout(
  grant: Grant,
  { text, yes }: Question,
  context: InstalledContext,
  asker: Asker,
): Promise<Question> {
  const isOwn =
    grant.role === "admin" &&
    isOnlyAdminBy(grant, await context.access.effectiveRoleOf(asker, { fresh: true }));
  return { text: isOwn ? `${text} ${texts.ownRole}` : text, yes };
}

/** Fails as forbidden unless the asker is an admin by what Slack and the grants say now, not a minute ago. */
export async function demandAdminNow({ access }: InstalledContext, asker: Asker): Promise<void> {
  await access.demand(asker, "admin", { fresh: true });
}

const example = "/db admin access revoke @sam";

/** Who has a role. One of the three is given. */
export const granteeArguments = {
  person: person.optional(),
  group: group.optional(),
  channel: argument(namedChannelKind, textOf(channelId))
    .optional()
    .describe("A channel, and so everyone in it"),
};

/** Who is meant. Fails as user unless it is just one. */
export function granteeOf(
  given: { person?: string | undefined; group?: string | undefined; channel?: string | undefined },
  example: string,
): Grantee {
  const [only, another] = [
    { kind: "user" as const, id: given.person },
    { kind: "group" as const, id: given.group },
    { kind: "channel" as const, id: given.channel },
  ].flatMap(({ kind, id }): Grantee[] => (id === undefined ? [] : [{ kind, id }]));
  if (!only) throw new AppError("user", texts.whichGrantee(example));
  if (another) throw new AppError("user", texts.oneGrantee(example));
  return only;
}

/** The arguments for a grantee, as buttons pass them. */
export function argumentsFor({ kind, id }: Grantee): Readonly<Record<string, string>> {
  return { [kind === "user" ? "person" : kind]: id };
}

/** A role, as the first of the words that are left. `example` is for what is refused. */
export function roleArgument(example: string) {
  const kind: ArgumentKind = {
    slot: "role",
    take(words) {
      const [word = "", ...rest] = words.split(" ");
      return word === "" ? undefined : { value: roleIn(word, example), rest: rest.join(" ") };
    },
    write: String,
  };
  return argument(kind, Role.describe("The role"));
}

/** Reads a role. Fails as user with the nearest one. */
function roleIn(word: string, example: string): Role {
  const role = Role.options.find((name) => name === word.toLowerCase());
  if (role) return role;
  const near = nearest(word, Role.options);
  const hint = near ? texts.didYouMean(near) : texts.allRoles;
  throw new AppError("user", texts.badRole(texts.notARole(truncate(word, 40)), hint, example));
}

/** `/db admin access revoke @sam`. */
export const revoke = call({
  name: "access_revoke",
  title: "Take a role away",
  summary: "Takes the role from a person, a user group or a channel.",
  effect: "change",
  access: "admin",
  line: "admin access revoke {person|group|channel}",
  verb: "revoke",
  args: z.object(granteeArguments),
  asks: {
    means: [
      "revoke role {person|group|channel}",
      "revoke {person|group|channel}",
      "role end {person|group|channel}",
    ],
    around: "role give people team end",
    says: ["Take the role away", " from {person}", " from {group}", " from {channel}"],
  },
  async confirm(who, context: InstalledContext, asker) {
    const present = await grantOf(granteeOf(who, example), context);
    if (!present) return undefined;
    await demandAdminNow(context, asker);
    const text = texts.askRemove(granteeInMrkdwn(present), present.role);
    return questionAbout(present, { text, yes: texts.removeRole }, context, asker);
  },
  async run(who, context: InstalledContext, asker) {
    await demandAdminNow(context, asker);
    const taken = await grantRecord.remove(grantField(granteeOf(who, example)), context);
    if (!taken) return say(texts.nothingToRemove);
    return say(await revokedText(taken, context));
  },
});

/** The person's role now. It may be more than an admin expects. */
async function revokedText(taken: Grant, { access }: InstalledContext): Promise<string> {
  const removed = texts.removed(granteeInMrkdwn(taken), taken.role);
  if (taken.kind !== "user") return removed;
  const { role, unsure } = await access.effectiveRoleOf({ userId: taken.id });
  if (unsure) return removed;
  return role === undefined ? texts.hasNone(granteeFirst(taken)) : texts.isNow(granteeFirst(taken), role);
}
