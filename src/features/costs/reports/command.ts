import { DigestOrder } from "./schedule.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { CostsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { addDigest } from "./add.ts";
import { digestsReply } from "./list.ts";
import { stopDigest } from "./stop.ts";

const listing = new Set(["", "list"]);
const stopping = new Set(["stop", "remove", "delete", "cancel"]);

/** `/db costs schedule …`: asks for digests of costs in channels, lists them and stops them. */
export async function scheduleCosts(words: string, context: CostsContext, asker: Asker): Promise<Reply> {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  const act = word.toLowerCase();
  if (listing.has(act)) return digestsReply(await context.schedules.list(DigestOrder), context.now(), rest);
  if (stopping.has(act)) return stopDigest(rest.trim(), context);
  return addDigest(words, context, asker);
}
