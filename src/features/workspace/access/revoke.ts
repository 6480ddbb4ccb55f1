import { aRole } from "../../../platform/access/role.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import type { Grant } from "../../../platform/access/grants.ts";
import { revokedChange } from "./audit.ts";
import { granteeFirst, granteeInMrkdwn } from "./lines.ts";
import { namedIn, nothingLeft, tokenOf } from "./read-words.ts";
import { askFirst, losesAdmin, ownRole } from "../../../platform/commands/ask-first.ts";
import { recordChange } from "../../../platform/commands/record-change.ts";

const example = "/db access revoke @sam";

/** Takes back what a person, a user group or a channel was given, once its person is sure. */
export async function revokeRole(words: string, context: InstalledContext, asker: Asker): Promise<Reply> {
  const { grantee, rest } = namedIn(words, example);
  const isSure = rest[0]?.toLowerCase() === "yes";
  nothingLeft(isSure ? rest.slice(1) : rest, example);
  const present = (await context.grants.list()).find(
    ({ kind, id }) => kind === grantee.kind && id === grantee.id,
  );
  if (present && !isSure) return asked(present, context, asker);
  const taken = await context.grants.take(grantee);
  if (!taken)
    return say("Nothing is granted there, so there is nothing to revoke. `/db access` lists what is.");
  await recordChange(revokedChange(taken), context, asker);
  return say(await revokedText(taken, context));
}

async function asked(grant: Grant, context: InstalledContext, asker: Asker): Promise<Reply> {
  const isOwn = grant.role === "admin" && (await losesAdmin(grant, context, asker));
  const question = `Remove the ${grant.role} role of ${granteeInMrkdwn(grant)}?`;
  return askFirst({
    text: isOwn ? `${question} ${ownRole}` : question,
    yes: "Remove the role",
    command: `access revoke ${tokenOf(grant)} yes`,
  });
}

/** What a person is now, which may be more than an admin thinks. */
async function revokedText(taken: Grant, { access }: InstalledContext): Promise<string> {
  const removed = `The ${taken.role} role of ${granteeInMrkdwn(taken)} is removed.`;
  if (taken.kind !== "user") return removed;
  const { role, unsure } = await access.standingOf({ userId: taken.id });
  if (unsure) return removed;
  return role === undefined
    ? `${granteeFirst(taken)} now has no role.`
    : `${granteeFirst(taken)} is now ${aRole(role)}.`;
}
