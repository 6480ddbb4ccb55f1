import type { Reply } from "../blocks/reply.ts";
import type { Asker, WorkspaceContext } from "../context.ts";
import { addDigest } from "./costs-schedule-add.ts";
import { digestsReply } from "./costs-schedule-list.ts";
import { stopDigest } from "./costs-schedule-stop.ts";

const listing = new Set(["", "list"]);
const stopping = new Set(["stop", "remove", "delete", "cancel"]);

/** `/db costs schedule …`: asks for digests of costs in channels, lists them and stops them. */
export async function scheduleCosts(words: string, context: WorkspaceContext, asker: Asker): Promise<Reply> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  const act = word.toLowerCase();
  if (listing.has(act)) return digestsReply(await context.standingOrders.list("digest"), context.now(), rest);
  if (stopping.has(act)) return stopDigest(rest.trim(), context);
  return addDigest(words, context, asker);
}
