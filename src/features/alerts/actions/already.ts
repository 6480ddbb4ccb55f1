import type { Incident } from "../incident/record.ts";
import { at } from "../message/at.ts";

/** Why nothing is left to do with an incident that is over, in mrkdwn; undefined for an open one. */
export function alreadyOver({ state, resolved }: Incident): string | undefined {
  if (state !== "resolved") return undefined;
  const when = resolved ? ` ${at(resolved.atMs)}` : "";
  const who = resolved?.userId === undefined ? "" : ` by <@${resolved.userId}>`;
  return `This was resolved already${who}${when}. Should it fire again, it says so here.`;
}
