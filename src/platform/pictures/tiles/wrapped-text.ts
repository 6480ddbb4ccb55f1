import { fitText, textWidthPx } from "../drawable-text.ts";

/** A text on at most so many lines, broken between words; what does not fit ends with an ellipsis. */
export function wrappedText(text: string, widthPx: number, fontSizePx: number, mostLines: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < mostLines - 1) {
    const end = lineEnd(rest, widthPx, fontSizePx);
    if (end === undefined) break;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  return [...lines, fitText(rest, widthPx, fontSizePx, 0)];
}

/** Where the last space stands before which everything fits; undefined where all of it fits, or not even a word. */
function lineEnd(text: string, widthPx: number, fontSizePx: number): number | undefined {
  let end: number | undefined;
  for (const { index } of `${text.slice(0, 200)} `.matchAll(/ /g)) {
    if (textWidthPx(text.slice(0, index), fontSizePx) > widthPx) return end;
    if (index < text.length) end = index;
  }
  return textWidthPx(text, fontSizePx) <= widthPx ? undefined : end;
}
