import { linesOf } from "../../../lib/text.ts";

// What an input holds: https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longest = 3000;

/** Tags as people write them, one on each line; undefined for more than an input holds. */
export function textOfTags(tags: readonly string[]): string | undefined {
  const text = tags.join("\n").trim();
  return text.length > longest ? undefined : text;
}

/** The tags in a text: one on each line or between commas, each once; a tag that is there already may hold a comma. */
export function tagsInText(text: string, present: readonly string[]): string[] {
  const tags = linesOf(text).flatMap(({ line }) =>
    present.includes(line) ? [line] : line.split(",").map((part) => part.trim()),
  );
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
