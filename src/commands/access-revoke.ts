import { aRole } from "../access/role.ts";
import { type Reply, say } from "../blocks/reply.ts";
import type { Asker, WorkspaceContext } from "../context.ts";
import type { Grant } from "../store/grants.ts";
import { revokedChange } from "./access-audit.ts";
import { granteeFirst, roleInMrkdwn } from "./access-lines.ts";
import { askedToConfirm, losesAdmin } from "./access-own.ts";
import { namedIn, nothingLeft, tokenOf } from "./access-words.ts";
import { recordChange } from "./record-change.ts";

const example = "/db access revoke @sam";

/** Takes back what a person, a user group or a channel was given. */
export async function revokeRole(words: string, context: WorkspaceContext, asker: Asker): Promise<Reply> {
  const { grantee, rest } = namedIn(words, example);
  const isSure = rest[0]?.toLowerCase() === "yes";
  nothingLeft(isSure ? rest.slice(1) : rest, example);
  if (!isSure && (await losesAdmin(grantee, context, asker))) {
    return askedToConfirm(`access revoke ${tokenOf(grantee)} yes`);
  }
  const taken = await context.grants.take(grantee);
  if (!taken)
    return say("Nothing is granted there, so there is nothing to revoke. `/db access` lists what is.");
  await recordChange(revokedChange(taken), context, asker);
  return say(
    [
      `${granteeFirst(taken)} is not ${aRole(taken.role)} by a grant any more.`,
      ...(await whatIsLeft(taken, context)),
    ].join(" "),
  );
}

/** What a person is without it, which may be more than an admin thinks. */
async function whatIsLeft({ kind, id }: Grant, { access }: WorkspaceContext): Promise<string[]> {
  if (kind !== "user") return [];
  const { role, unsure } = await access.standingOf({ userId: id });
  return unsure ? [] : [`What is left is ${roleInMrkdwn(role)}.`];
}
