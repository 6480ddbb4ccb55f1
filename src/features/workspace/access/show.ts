import type { KnownBlock } from "@slack/types";
import { code } from "../../../platform/blocks/escape.ts";
import { commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import type { Grant } from "../../../platform/access/grants.ts";
import { givenBy, granteeFirst, reasonLine, roleInMrkdwn } from "./lines.ts";
import { tokenOf } from "./revoke.ts";
import { formatLimits } from "../../../platform/access/create-limits.ts";

/** Grants after these have a line and no button. */
const withButton = 20;

/** The asker's role and its reasons. An admin also sees all grants. */
export async function showAccess(words: string, context: InstalledContext, asker: Asker): Promise<Reply> {
  if (words.trim() !== "")
    throw new AppError("user", "Use `/db admin access` alone, or add `grant`, `revoke` or `limit`.");
  const own = await ownBlocks(context, asker);
  const given = own.role === "admin" ? await givenBlocks(context) : { text: [], blocks: [] };
  const text = [...own.text, ...given.text].join("\n");
  return reply(text, [...own.blocks, ...given.blocks]);
}

async function ownBlocks({ access, createLimits }: InstalledContext, asker: Asker) {
  const { role, reasons, unsure } = await access.effectiveRoleOf(asker, { fresh: true });
  const limits = role && (await createLimits.of(role));
  const lines = [
    `You are ${roleInMrkdwn(role)} here:`,
    ...reasons.map(reasonLine),
    ...(unsure ? ["• Slack isn't answering, so your role may be higher. Try again in a minute."] : []),
    ...(limits && role !== "viewer" ? [`You can create: ${formatLimits(limits)}.`] : []),
  ];
  const hint = "A viewer reads. An operator also creates and changes. An admin also gives roles.";
  return { role, text: [...lines, hint], blocks: [section(lines.join("\n")), smallPrint(hint)] };
}

async function givenBlocks(context: InstalledContext): Promise<{ text: string[]; blocks: KnownBlock[] }> {
  const grants = await context.grants.list();
  const headline = grants.length === 0 ? "No roles given yet." : `*${plural(grants.length, "role")}* given`;
  const lines = grants.map((grant) => `${granteeFirst(grant)}: ${grant.role}, ${givenBy(grant)}`);
  const trouble = await groupTrouble(grants, context);
  const hint = `Give a role: ${code("/db admin access grant @sam operator")}. See what each role can create: ${code("/db admin access limit list")}.`;
  return {
    text: ["", headline, ...lines, ...trouble, hint],
    blocks: [
      section(headline),
      ...grants
        .slice(0, withButton)
        .map((grant, index) => ({ ...section(lines[index] ?? ""), accessory: revokeButton(grant) })),
      ...packed(lines.slice(withButton)),
      ...trouble.map((line) => section(line)),
      smallPrint(hint),
    ],
  };
}

function revokeButton(grant: Grant) {
  const question = {
    title: "Remove this role?",
    text: "It ends at once. You can give it again.",
    yes: "Remove",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Remove", `admin access revoke ${tokenOf(grant)}`);
}

/** The app cannot read the members of some groups. Such a group gives no role, and this says so. */
async function groupTrouble(grants: readonly Grant[], { messenger }: InstalledContext): Promise<string[]> {
  const group = grants.find(({ kind }) => kind === "group");
  if (!group) return [];
  try {
    await messenger.people.membersOf(group.id);
    return [];
  } catch (error) {
    return isAppError(error, "auth", "forbidden") ? [unreadGroups] : [];
  }
}

/** The hint if Slack does not let the app read a group. */
export const unreadGroups =
  ":warning: Roles of user groups don't work yet, because Slack doesn't let me see who is in them. Install the app again to add the scope `usergroups:read`.";
