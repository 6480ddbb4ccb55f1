import type { Asker, WorkspaceContext } from "../context.ts";
import type { Grant } from "../store/grants.ts";

/** The role that a grantee had, and the one they have now. */
type Change = { before: Grant | undefined; after: Grant } | { before: Grant; after?: undefined };

/** Writes into the audit log that a role was given or taken, under the name that people know its grantee by. */
export async function recordGrant(
  { before, after }: Change,
  { audit, now }: Pick<WorkspaceContext, "audit" | "now">,
  { userId, channelId }: Asker,
): Promise<void> {
  await audit.record({
    at: now().toISOString(),
    userId,
    ...(channelId === undefined ? {} : { channelId }),
    action: after ? "access.grant" : "access.revoke",
    subject: nameOf(after ?? before),
    ...(before && { before: factsOf(before) }),
    ...(after && { after: factsOf(after) }),
    result: "done",
  });
}

function nameOf({ kind, name }: Grant): string {
  return { user: name, group: `@${name}`, channel: `#${name}` }[kind].slice(0, 300);
}

/** A name is another's tomorrow, an id is not. */
function factsOf({ kind, id, role }: Grant) {
  return { role, [`${kind}Id`]: id };
}
