import { mentionOf } from "../../platform/access/person-names.ts";
import { escapeName } from "../../platform/blocks/escape.ts";
import type { Ownership } from "./record.ts";
import { teamName } from "./team.ts";
import * as texts from "./texts.ts";

/** An owner and a team in mrkdwn, as far as they are known. A mention notifies in a new message. */
export function ownerParts(known: Pick<Ownership, "ownerId" | "team"> | undefined): {
  owner: string | undefined;
  team: string | undefined;
} {
  return {
    owner: known?.ownerId === undefined ? undefined : mentionOf(known.ownerId),
    team: known?.team && escapeName(teamName(known.team)),
  };
}

/** Whom a service belongs to after a change, in mrkdwn. */
export function ownerSentence(name: string, known: Ownership | undefined): string {
  const { owner, team } = ownerParts(known);
  return texts.changed(name, owner, team);
}

/** The owner and the team of a service for a message, in mrkdwn. The owner is mentioned. Undefined for neither. */
export function ownerText(known: Ownership | undefined): string | undefined {
  const { owner, team } = ownerParts(known);
  return owner === undefined && team === undefined ? undefined : texts.fact(owner, team);
}
