import { actions } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import type { Asker, WorkspaceContext } from "../context.ts";
import type { Grantee } from "../store/grants.ts";

/** True where the asker is an admin by this grantee's role alone, and would not be one without it. */
export async function losesAdmin(
  { kind, id }: Grantee,
  { access }: WorkspaceContext,
  asker: Asker,
): Promise<boolean> {
  const { reasons } = await access.standingOf(asker, { fresh: true });
  const asAdmin = reasons.filter(({ role }) => role === "admin");
  return asAdmin.every(
    (reason) => reason.by === "grant" && reason.grant.kind === kind && reason.grant.id === id,
  );
}

/** Asks an admin who is about to be none; the command is what they go on with. */
export function askedToConfirm(command: string): Reply {
  const text =
    "You are an admin here by this role alone, and would not be one any more: another admin would have to give it back to you. Admins and owners of this Slack workspace always are admins.";
  return reply(text, [section(text), actions([{ ...commandButton("Go on", command), style: "danger" }])]);
}
