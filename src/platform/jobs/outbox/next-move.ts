import type { Reply } from "../../blocks/reply.ts";
import type { Shown } from "./shown.ts";
import type { MessagePlace } from "../messenger.ts";
import type { ThreadFile, Wanted } from "./source.ts";
import { nextThreadPost } from "./thread-post.ts";
import { hashJson } from "../../../lib/hash.ts";

/** The one call of Slack that brings an item nearer to how it should look. */
export type Move =
  | { kind: "post"; generation: number; digest: string; reply: Reply }
  | { kind: "edit"; place: MessagePlace; digest: string; reply: Reply }
  | { kind: "thread"; place: MessagePlace; fromN: number; upTo: number; isBroadcast: boolean; reply: Reply }
  | { kind: "file"; place: MessagePlace; upTo: number; file: ThreadFile };

/** What is missing most, by the digest of the root where that is known: the root, how it looks, then what its thread has to say; undefined where nothing is. */
export function nextMove(
  channelId: string,
  shown: Shown,
  { root, thread }: Wanted,
  digest = hashJson(root),
): Move | undefined {
  const place = shown.root;
  if (!place) return { kind: "post", generation: shown.generation, digest, reply: root };
  // Where it stood before, nobody may be able to see it.
  if (place.channelId !== channelId)
    return { kind: "post", generation: shown.generation + 1, digest, reply: root };
  if (shown.digest !== digest) return { kind: "edit", place, digest, reply: root };
  const said = nextThreadPost(thread, shown);
  return said && { ...said, place };
}
