import { oneLine } from "../../../lib/text.ts";

// What an input of one line holds: https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longest = 3000;

/** A name as an input shows it, which what is typed is held against: on one line, and not longer than inputs are. */
export function shownName(name: string | null | undefined): string {
  return oneLine(name ?? "")
    .slice(0, longest)
    .toWellFormed()
    .trim();
}
