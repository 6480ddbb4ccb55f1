import type { Grant } from "../../../platform/access/grants.ts";
import type { Change } from "../../../platform/commands/record-change.ts";

/** A grant for the audit log, under the name that people know its grantee by. */
export function grantedChange(grant: Grant, before: Grant | undefined): Change {
  const was = before && factsOf(before);
  return { action: "access.grant", subject: nameOf(grant), before: was, after: factsOf(grant) };
}

/** The same of one that was taken back. */
export function revokedChange(taken: Grant): Change {
  return { action: "access.revoke", subject: nameOf(taken), before: factsOf(taken) };
}

function nameOf({ kind, name }: Grant): string {
  return { user: name, group: `@${name}`, channel: `#${name}` }[kind];
}

/** A name is another's tomorrow, an id is not. */
function factsOf({ kind, id, role }: Grant) {
  return { role, [`${kind}Id`]: id };
}
