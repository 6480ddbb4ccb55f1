import type { Reason } from "../../../platform/access/effective-role.ts";
import { aRole } from "../../../platform/access/role.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import type { Grant } from "../../../platform/access/grants.ts";
import * as texts from "./texts.ts";

/** A grantee in mrkdwn that notifies no one. */
export function granteeInMrkdwn({ kind, id, name }: Pick<Grant, "kind" | "id" | "name">): string {
  if (kind === "channel") return texts.everyoneIn(id);
  return kind === "group" ? texts.userGroup(escapeName(name)) : `*${escapeName(name)}*`;
}

/** The same at the beginning of a sentence. */
export function granteeFirst(grant: Pick<Grant, "kind" | "id" | "name">): string {
  const text = granteeInMrkdwn(grant);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Who gave it and when. */
export function givenBy({ grantedBy, grantedAt }: Grant): string {
  return texts.by(grantedBy, slackDate(new Date(grantedAt)));
}

/** A line that says why the asker has a role. */
export function reasonLine(reason: Reason): string {
  if (reason.by !== "grant") {
    return reason.by === "slack" ? texts.bySlack : texts.likeEveryone;
  }
  const { grant } = reason;
  const to = grant.kind === "user" ? undefined : granteeInMrkdwn(grant);
  return texts.byGrant(grant.role, to, givenBy(grant));
}

/** A person's role in mrkdwn, as in "*an operator*". */
export function roleInMrkdwn(role: Grant["role"] | undefined): string {
  return role === undefined ? texts.noRole : `*${aRole(role)}*`;
}
