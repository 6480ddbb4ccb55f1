import { visible } from "../../../platform/blocks/escape.ts";
import { oneLine } from "../../../lib/text.ts";
import { utcTime } from "../../../lib/time.ts";
import { isTime } from "./at.ts";
import type { DigestMember } from "./digest-facts.ts";
import { stateInWords } from "./digest-message.ts";
import { timesInWords } from "./facts.ts";

/** All members of a storm as plain text, a line each, for a file. */
export function digestListing(members: readonly DigestMember[]): string {
  return members.map((member, index) => `${index + 1}. ${lineOf(member)}\n`).join("");
}

function lineOf({ state, severity, title, group, times, sinceMs, link }: DigestMember): string {
  const parts = [
    `${stateInWords(state)}${severity === undefined ? "" : `, ${severity}`}: ${plain(title)}`,
    plain(group ?? ""),
    `seen ${timesInWords({ times })} ${sinceInWords(sinceMs)}`,
    plain(link ?? ""),
  ];
  return parts.filter((part) => part !== "").join(" | ");
}

// Senders' clocks say what they like.
function sinceInWords(sinceMs: number): string {
  return isTime(sinceMs) ? `since ${utcTime(new Date(sinceMs))}` : "since an unknown time";
}

function plain(text: string): string {
  return oneLine(visible(text));
}
