import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { formatLimits } from "../../../platform/access/create-limits.ts";
import type { EffectiveRole } from "../../../platform/access/effective-role.ts";
import { type Grant, grantField } from "../../../platform/access/grants.ts";
import { groupHandle } from "../../../platform/access/known-people.ts";
import { type Role, isAtLeast } from "../../../platform/access/role.ts";
import { seenNameOf } from "../../../platform/ask/names.ts";
import { row } from "../../../platform/blocks/button.ts";
import { commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { none } from "../../../platform/commands/entry.ts";
import type { Found } from "../../../platform/commands/found.ts";
import type { InstalledContext } from "../context.ts";
import { limit, limits } from "./limit.ts";
import { givenBy, granteeFirst, granteeInMrkdwn, reasonLine, roleInMrkdwn } from "./lines.ts";
import { grantRecord } from "./records.ts";
import {
  argumentsFor,
  demandAdminNow,
  grantOf,
  granteeArguments,
  granteeOf,
  isOnlyAdminBy,
  questionAbout,
  revoke,
  roleArgument,
} from "./revoke.ts";
import * as texts from "./texts.ts";

const example = "/db admin access grant @sam operator";

/** `/db admin access grant @sam operator`. It replaces an earlier role. */
const grant = call({
  name: "access_grant",
  title: "Give a role",
  summary: "Gives a role to a person, a user group or a channel.",
  effect: "change",
  access: "admin",
  line: "admin access grant {person|group|channel} {role}",
  verb: "grant",
  missing: { role: texts.whichGranteeAndRole(example) },
  args: z.object({ ...granteeArguments, role: roleArgument(example) }),
  asks: {
    means: ["give {role}", "give role {person|group|channel}", "role {role} {person|group|channel}"],
    around: "role give want team people end revoke",
    // "No admin any more, just viewer" and "from operator to admin".
    slots: {
      role: [
        {
          parts: [[/\b(?:just|only|to|into|now|rather|instead)(?: an?)? (viewer|operator|admin)s?\b/i, "$1"]],
        },
        "role",
      ],
    },
    says: ["Give the role {role}", " to {person}", " to {group}", " to everyone in {channel}"],
  },
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

/** Grants after these have a line and no button. */
const withButton = 20;

/** The asker's role and its reasons. An admin also sees all grants. */
async function showAccess(context: InstalledContext, asker: Asker): Promise<Found<Reply>> {
  const own = await context.access.effectiveRoleOf(asker, { fresh: true });
  const grants = own.role === "admin" ? await context.grants.list() : undefined;
  return {
    data: () => ({ role: own.role ?? "none", grants: grants?.map(grantData) }),
    async draw() {
      const mine = await ownBlocks(own, context);
      const given = grants ? await givenBlocks(grants, own, context) : { text: [], blocks: [] };
      return reply([...mine.text, ...given.text].join("\n"), [...mine.blocks, ...given.blocks]);
    },
  };
}

/** Roles for programs. */
const Roles = z.object({
  role: z.enum(["none", "viewer", "operator", "admin"]).describe("Your own role"),
  grants: z
    .array(
      z.object({
        kind: z.enum(["user", "group", "channel"]).describe("What has the role"),
        id: z.string(),
        name: z.string(),
        role: z.string().describe("Its role"),
        grantedAt: z.string().describe("When it was given"),
      }),
    )
    .optional()
    .describe("The roles that admins gave. Only admins see them"),
});

/** `/db admin access`. */
const show = call({
  name: "access_show",
  title: "Roles",
  summary: "Shows your role, and to admins everyone's.",
  effect: "read",
  isTool: true,
  line: ["admin access", "admin access show"],
  verb: "show",
  args: none,
  result: Roles,
  asks: { means: ["role", "role list"], around: "list role give time people allow", says: ["Roles"] },
  run: async (_, context: InstalledContext, asker) => showAccess(context, asker),
});

function grantData({ kind, id, name, role, grantedAt }: Grant) {
  return { kind, id, name, role, grantedAt };
}

async function ownBlocks({ role, reasons, unsure }: EffectiveRole, { createLimits }: InstalledContext) {
  const limits = role && (await createLimits.of(role));
  const lines = [
    texts.yourRole(roleInMrkdwn(role)),
    ...reasons.map(reasonLine),
    ...(unsure ? [texts.unsure] : []),
    ...(limits && role !== "viewer" ? [texts.youCanCreate(formatLimits(limits))] : []),
  ];
  const hint = texts.roles;
  return { text: [...lines, hint], blocks: [section(lines.join("\n")), smallPrint(hint)] };
}

async function givenBlocks(
  grants: readonly Grant[],
  own: EffectiveRole,
  context: InstalledContext,
): Promise<{ text: string[]; blocks: KnownBlock[] }> {
  const headline = grants.length === 0 ? texts.noneGiven : texts.given(grants.length);
  const lines = grants.map((grant) => texts.grantLine(granteeFirst(grant), grant.role, givenBy(grant)));
  const trouble = await groupTrouble(grants, context);
  const hint = texts.howTo;
  return {
    text: ["", headline, ...lines, ...trouble, hint],
    blocks: [
      section(headline),
      ...grants
        .slice(0, withButton)
        .map((grant, index) => ({ ...section(lines[index] ?? ""), accessory: revokeButton(grant, own) })),
      ...packed(lines.slice(withButton)),
      ...trouble.map((line) => section(line)),
      smallPrint(hint),
    ],
  };
}

/** The dialog asks what the call would ask. */
function revokeButton(grant: Grant, own: EffectiveRole) {
  const isOwn = grant.role === "admin" && isOnlyAdminBy(grant, own);
  return commandButtonAfter(texts.removeQuestion(isOwn), texts.remove, {
    call: "access_revoke",
    args: argumentsFor(grant),
    yes: true,
  });
}

/** The app cannot read the members of some groups. Such a group gives no role, and this says so. */
async function groupTrouble(grants: readonly Grant[], { messenger }: InstalledContext): Promise<string[]> {
  const group = grants.find(({ kind }) => kind === "group");
  if (!group) return [];
  try {
    await messenger.people.membersOf(group.id);
    return [];
  } catch (error) {
    return isAppError(error, "auth", "forbidden") ? [texts.unreadGroups] : [];
  }
}

/** `/db access …`: who may do what, and what each role may create. */
export const access = commandOf({
  name: "access",
  partOf: "admin",
  summary: texts.summary,
  examples: [
    "/db admin access",
    "/db admin access grant @sam operator",
    "/db admin access grant @oncall operator",
    "/db admin access grant #databases viewer",
    "/db admin access revoke @sam",
    "/db admin access limit list",
    "/db admin access limit operator providers=aws regions=eu-west-1,eu-central-1 memory=96",
    '/db admin access limit operator name="dev *" addresses=required world=no',
    "/db admin access limit operator expires=7d longest=30d deletes=14d",
    "/db admin access limit operator off",
  ],
  details: texts.details,
  hint: texts.subcommandHint,
  calls: [show, grant, revoke, limits, limit],
});

/** The asker's role, and for admins all roles, in `/db admin`. */
export const accessTab: AdminTab<InstalledContext> = {
  rank: 1,
  name: "access",
  label: "Access",
  access: "viewer",
  async draw({ userId, offer }, context) {
    const shown = await showAccess(context, { workspaceId: context.workspaceId, userId });
    const { blocks } = await shown.draw();
    return [...blocks, ...row(offer(texts.limitsButton, { call: "access_limits_show" }))];
  },
};
