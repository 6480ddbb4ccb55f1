import { actions } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { section } from "../../platform/blocks/text.ts";
import { type Found, withoutData } from "../../platform/commands/found.ts";
import type { ConnectionsContext } from "./context.ts";
import * as texts from "./texts.ts";

interface Context {
  connections: Pick<ConnectionsContext["connections"], "list">;
}

/** The reply if no database cloud is connected: what to do first. Undefined if one is. */
export async function unconnectedReply({ connections }: Context): Promise<Reply | undefined> {
  const all = await connections.list();
  return all.some(({ kind }) => kind === "managed") ? undefined : connectReply(texts.connectCloudFirst);
}

/** The same for a read: programs get the words as an error. */
export async function unconnected(context: Context): Promise<Found | undefined> {
  const first = await unconnectedReply(context);
  return first && withoutData(first);
}

/** The same if neither a database cloud nor an observability server is connected. */
export async function nothingConnectedReply({ connections }: Context): Promise<Reply | undefined> {
  return (await connections.list()).length > 0 ? undefined : connectReply(texts.connectAnyFirst);
}

/** A text with the button to connect a cloud. */
export function connectReply(text: string): Reply {
  const connect = actions([
    { ...commandButton(texts.connect, { call: "connections_connect" }), style: "primary" },
  ]);
  return { ...reply(text, [section(text), connect]), isRefusal: true };
}
