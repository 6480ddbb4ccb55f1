import { foldName } from "../../../lib/text.ts";

/**
 * True where a text contains a pattern, without case and runs of spaces; `*` in the pattern stands for anything. It is
 * no regular expression, so that no pattern makes a text slow to look through.
 */
export function contains(text: string, pattern: string): boolean {
  const folded = foldName(text);
  let from = 0;
  for (const piece of foldName(pattern).split("*")) {
    const at = folded.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}
