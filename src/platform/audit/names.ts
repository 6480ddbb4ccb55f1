import { code, escapeName } from "../blocks/escape.ts";
import type { AuditEntry } from "./log.ts";

/** A person in mrkdwn. By name if mentions would notify them. */
export function formatUser(
  { userId, userName }: Pick<AuditEntry, "userId" | "userName">,
  mentions: boolean,
): string {
  if (userId === "app") return userName === undefined ? "the app" : escapeName(userName);
  if (mentions) return `<@${userId}>`;
  return userName === undefined ? code(userId) : `*${escapeName(userName)}*`;
}
