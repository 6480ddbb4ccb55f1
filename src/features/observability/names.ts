import { limits } from "../../platform/blocks/limits.ts";
import { visible } from "../../platform/blocks/escape.ts";
import { oneLine } from "../../lib/text.ts";

/** A name from elsewhere as plain text on one line; `otherwise` if nothing of it shows, since Slack refuses "". */
export function shownName(name: string | null | undefined, otherwise: string): string {
  return oneLine(visible(name ?? "")) || otherwise;
}

// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longestInput = 3_000;

/** A name as an input shows it, to compare what is typed with it: on one line, and not too long. */
export function inputText(name: string | null | undefined): string {
  return oneLine(name ?? "")
    .slice(0, longestInput)
    .toWellFormed()
    .trim();
}

/** Tags as an input shows them, one on each line; undefined for more than an input holds. */
export function inputTags(tags: readonly string[]): string | undefined {
  const text = tags.join("\n").trim();
  return text.length > longestInput ? undefined : text;
}

/** True for an id that can be typed as one word, and that a button and an option can carry. */
export function isSendableId(id: string | null | undefined): id is string {
  return /^\S+$/.test(id ?? "") && (id ?? "").length <= limits.option.value;
}
