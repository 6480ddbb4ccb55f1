import { actions } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import type { Asker, WorkspaceContext } from "../context.ts";
import type { Grantee } from "../access/grants.ts";

/** What a command asks before it takes something away. */
interface Question {
  /** In mrkdwn, as in "Remove the role operator of *Sam Rivera*?", with what that leads to. */
  text: string;
  /** What the button says. */
  yes: string;
  /** What the button runs. */
  command: string;
}

/** Asks before something is taken away; the button goes on, and so does typing its command. */
export function askFirst({ text, yes, command }: Question): Reply {
  return reply(text, [section(text), actions([{ ...commandButton(yes, command), style: "danger" }])]);
}

/** A name without the word `yes` behind it, which says that its person is sure; a thing may be called so as well. */
export function sureOf(
  words: string,
  things: readonly { name: string }[],
): { name: string; isSure: boolean } {
  const [, name] = /^(.*\S)\s+yes$/i.exec(words) ?? [];
  const isName = things.some((thing) => thing.name.toLowerCase() === words.toLowerCase());
  return name === undefined || isName ? { name: words, isSure: false } : { name, isSure: true };
}

/** What an admin is told who would not be one any more. */
export const ownRole =
  "You are an admin here by this role alone, and would not be one any more: another admin would have to give it back to you. Admins and owners of this Slack workspace always are admins.";

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
