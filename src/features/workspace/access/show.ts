import type { KnownBlock } from "@slack/types";
import { commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Grant } from "../../../platform/access/grants.ts";
import { givenBy, granteeFirst, reasonLine, roleInMrkdwn } from "./lines.ts";
import { accessAsks } from "../asks.ts";
import { call } from "../../../platform/commands/call.ts";
import { none } from "../../../platform/commands/entry.ts";
import { argumentsFor } from "./arguments.ts";
import { isOnlyAdminBy } from "./revoke.ts";
import { formatLimits } from "../../../platform/access/create-limits.ts";
import { z } from "zod";
import type { EffectiveRole } from "../../../platform/access/effective-role.ts";
import type { Found } from "../../../platform/commands/found.ts";
import * as texts from "./texts.ts";

/** Grants after these have a line and no button. */
const withButton = 20;

/** The asker's role and its reasons. An admin also sees all grants. */
export async function showAccess(context: InstalledContext, asker: Asker): Promise<Found<Reply>> {
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
export const show = call({
  name: "access_show",
  title: "Roles",
  summary: "Shows your role, and to admins everyone's.",
  effect: "read",
  isTool: true,
  line: ["admin access", "admin access show"],
  verb: "show",
  args: none,
  result: Roles,
  asks: accessAsks.show,
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
