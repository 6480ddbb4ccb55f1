import { hash } from "node:crypto";
import type { Reply } from "../../blocks/reply.ts";

/** Tells replies apart; equal ones have equal digests. */
export function digestOf(reply: Reply): string {
  return hash("sha1", JSON.stringify(reply), "base64url");
}
