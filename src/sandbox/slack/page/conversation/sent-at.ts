import type { Message } from "../../protocol.ts";

/** When a message was sent: its time stamp is seconds since 1970 with a serial number behind the point. */
export function sentAt({ ts }: Pick<Message, "ts">): Date {
  return new Date(Number(ts) * 1000);
}
