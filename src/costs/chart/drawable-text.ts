import { oneLine } from "../../lib/text.ts";

const ellipsis = "…";

// The widths of Inter's letters, as parts of the font size; nobody measures text for us outside of a browser.
const widthClasses: readonly [RegExp, number][] = [
  [/[ !'(),.:;[\]`fijlt|/\\]/u, 0.32],
  [/[-1^_{}"r]/u, 0.45],
  [/[A-Z#$&*+<=>~]/u, 0.7],
  [/[MW%@mw]/u, 0.92],
  [/[\u0020-\u024F]/u, 0.6],
  [/[\u0250-\u10FF]/u, 0.68],
];

/** How wide a text is in Inter, in px, within some percent; what Inter does not know counts as a full square. */
export function textWidthPx(text: string, fontSizePx: number): number {
  let width = 0;
  for (const letter of text) {
    width += widthClasses.find(([letters]) => letters.test(letter))?.[1] ?? 1;
  }
  return width * fontSizePx;
}

/** The text on one line without what our font cannot show or what moves letters: emoji, control characters, marks of direction. */
export function drawableText(text: string): string {
  return (
    oneLine(text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Extended_Pictographic}]/gu, " ")) ||
    "unnamed"
  );
}

/** The text cut to fit; in its middle, so that names with the same beginning can still be told apart. */
export function fitText(text: string, widthPx: number, fontSizePx: number, shareOfEnd = 0.4): string {
  if (textWidthPx(text, fontSizePx) <= widthPx) return text;
  // Nothing narrower than a fifth of the font size: more letters than this can never fit.
  const most = Math.ceil(widthPx / (fontSizePx / 5));
  const letters = [...new Intl.Segmenter("en").segment(text.slice(0, most))].map(({ segment }) => segment);
  const ending = [...new Intl.Segmenter("en").segment(text.slice(-most))].map(({ segment }) => segment);
  for (let kept = Math.min(letters.length, most); kept > 0; kept -= 1) {
    const cut = joined(letters, ending, { kept, atEnd: Math.floor(kept * shareOfEnd) });
    if (textWidthPx(cut, fontSizePx) <= widthPx) return cut;
  }
  return ellipsis;
}

function joined(
  beginning: readonly string[],
  ending: readonly string[],
  { kept, atEnd }: { kept: number; atEnd: number },
): string {
  const end = atEnd === 0 ? [] : ending.slice(-atEnd);
  return `${beginning
    .slice(0, kept - atEnd)
    .join("")
    .trimEnd()}${ellipsis}${end.join("").trimStart()}`;
}
