import type { AlertEvent } from "../incident/event-record.ts";
import { unreadableKey } from "./reading/key.ts";
import { longestBody } from "./reading/plain.ts";

const name = "A delivery that could not be read";

/** The event of a delivery that nobody can read, with the reason as in "is not JSON"; its body is the text as it came. */
export function unreadable(text: string, reason: string): AlertEvent {
  return {
    sender: "unreadable",
    key: unreadableKey(text),
    title: `A delivery that ${reason}`,
    alertName: name,
    body: text.slice(0, longestBody).toWellFormed(),
    state: "unclear",
    isUnreadable: true,
  };
}
