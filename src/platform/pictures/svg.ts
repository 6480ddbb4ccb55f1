/** A text as it stands between tags; what XML has no room for must be out of it already, as out of any drawable text. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A number of px as it stands in an attribute, to a hundredth. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** How letters look: `weight` 400 and 600 are loaded. */
interface Letters {
  sizePx: number;
  weight?: 400 | 600;
  fill: string;
  /** Where the text is, seen from its point; its start where not given. */
  anchor?: "middle" | "end";
}

/** A line of text at the point where its baseline begins, or where `anchor` says. */
export function textAt(x: number, y: number, text: string, letters: Letters): string {
  const anchor = letters.anchor ? ` text-anchor="${letters.anchor}"` : "";
  const fontAttributes = `font-size="${letters.sizePx}" ${strength(text, letters)} fill="${letters.fill}"${anchor}`;
  return `<text x="${px(x)}" y="${px(y)}" ${fontAttributes}>${escaped(text)}</text>`;
}

// Of one text, the renderer would take some letters from the files of weight 600 and others from those of 400: it asks
// the files of other alphabets in their order, and not by weight. A line around thin letters makes them all as strong.
const strongLetters = /^[\0-\u00FF\u2010-\u2027\u20AC\u2122]*$/;

function strength(text: string, { sizePx, weight = 400, fill }: Letters): string {
  if (weight === 400 || strongLetters.test(text)) return `font-weight="${weight}"`;
  return `font-weight="400" stroke="${fill}" stroke-width="${px(sizePx * 0.04)}" stroke-linejoin="round"`;
}

/** A rectangle with round corners; `look` is further attributes. */
export function card(box: Box, radiusPx: number, fontAttributes: string): string {
  const { leftPx, topPx, widthPx, heightPx } = box;
  return `<rect x="${px(leftPx)}" y="${px(topPx)}" width="${px(widthPx)}" height="${px(heightPx)}" rx="${radiusPx}" ${fontAttributes}/>`;
}

/** A place in the picture. */
export interface Box {
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

/** How wide every picture is in CSS pixels, and with how many pixels for each it is drawn; each kind has its own height. */
export const picture = { widthPx: 800, scale: 2 } as const;
