import type { Message } from "../../protocol.ts";

/** A message's time. Its time stamp is seconds since 1970 with a serial number after the point. */
export function sentAt({ ts }: Pick<Message, "ts">): Date {
  return new Date(Number(ts) * 1000);
}
