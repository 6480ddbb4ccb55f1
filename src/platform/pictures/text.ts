import { lazily } from "../../lib/cache.ts";
import { oneLine } from "../../lib/text.ts";

const ellipsis = "…";

// The widths of Inter's letters as parts of the font size. Outside of a browser nothing measures text for us.
const widthClasses: readonly [RegExp, number][] = [
  [/[ !'(),.:;[\]`fijlt|/\\]/u, 0.31],
  [/[-1^_{}"r]/u, 0.45],
  [/[MW%@mw]/u, 0.95],
  [/[A-Z#$&*+<=>~]/u, 0.7],
  [/[\u0020-\u024F]/u, 0.6],
  [/[\u0250-\u10FF]/u, 0.68],
];

/** A text's width in Inter in px, within some percent. A letter that Inter lacks counts as a full square. */
export function textWidthPx(text: string, fontSizePx: number): number {
  let width = 0;
  for (const letter of text) {
    width += widthClasses.find(([letters]) => letters.test(letter))?.[1] ?? 1;
  }
  return width * fontSizePx;
}

/**
 * The text on one line, without emoji, control characters and marks of direction. A letter that our font lacks loses
 * its accents, or becomes three dots. Returns `instead` if nothing is left.
 */
export function drawableText(text: string, instead = "unnamed"): string {
  const plain = text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Extended_Pictographic}]/gu, " ");
  const drawn = oneLine(plain.replaceAll(/\S/gu, drawableLetter)).replaceAll(/…[… ]*…/g, ellipsis);
  return /[^… ]/.test(drawn) ? drawn : instead;
}

// The letters in the loaded files of Inter: Latin, Greek, Cyrillic, and common signs.
const inInter =
  /[\u0021-\u02CC\u0370-\u0377\u037A-\u03FF\u0400-\u045F\u0490\u0491\u1E00-\u1E9F\u1EF2-\u1EFF\u2010-\u2027\u2039\u203A\u20A0-\u20C0\u2116\u2122\u2212]/u;

function drawableLetter(letter: string): string {
  if (inInter.test(letter)) return letter;
  // An accent goes with its letter.
  if (/\p{M}/u.test(letter)) return "";
  const [bare = letter] = letter.normalize("NFD");
  return inInter.test(bare) ? bare : ellipsis;
}

/** Cuts a text to fit: in its middle, so names with the same beginning still differ. */
export function fitText(text: string, widthPx: number, fontSizePx: number, shareOfEnd = 0.4): string {
  // No letter is narrower than a quarter of the font size, so more than this can never fit.
  const most = Math.ceil((4 * widthPx) / fontSizePx);
  if (text.length <= most && textWidthPx(text, fontSizePx) <= widthPx) return text;
  const beginning = lettersOf(text.slice(0, most).toWellFormed());
  const ending = lettersOf(text.slice(-most).toWellFormed());
  for (let kept = beginning.length; kept > 0; kept -= 1) {
    const cut = joined(beginning, ending, { kept, atEnd: Math.floor(kept * shareOfEnd) });
    if (textWidthPx(cut, fontSizePx) <= widthPx) return cut;
  }
  return ellipsis;
}

const made = lazily({ visible: () => new Intl.Segmenter("en") });

/** The letters as readers see them, each with its accents. */
function lettersOf(text: string): string[] {
  return [...made.visible.segment(text)].map(({ segment }) => segment);
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
