import { actions } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { section } from "../../platform/blocks/text.ts";
import type { Connections } from "./records.ts";

/** The reply if no database cloud is connected: what to do first. Undefined if one is. */
export async function unconnectedReply({
  connections,
}: {
  connections: Pick<Connections, "list">;
}): Promise<Reply | undefined> {
  const all = await connections.list();
  if (all.some(({ kind }) => kind === "managed")) return undefined;
  const text =
    "No database cloud is connected here yet, so there is nothing to create or to show. An admin connects one first: `/db connect`.";
  return reply(text, [section(text), actions([commandButton("Connect a database cloud", "connect")])]);
}
