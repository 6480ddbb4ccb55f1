/** The width of every picture in CSS pixels, and the device pixels for each. Heights differ. */
export const picture = { widthPx: 600, scale: 2 } as const;

/** From the edge of a picture to its content. */
export const edgePx = 20;

/**
 * A panel between light and dark: Slack does not say which theme a reader has, a dark panel is a hole in the light
 * theme, and a light one dazzles in the dark theme. No colour carries a meaning alone.
 */
export const ink = {
  panel: "#4A5464",
  frame: "#5D6879",
  name: "#FFFFFF",
  label: "#DDE2EA",
  line: "#5F6A7B",
} as const;

/** The font size of every text but the title. A phone of 390 px shows a picture at half its width, 300 px. */
export const fontPx = 22;

/**
 * The colours of a chart's parts. The first ones differ most, also for colour-blind people, and all of them stand out
 * from the panel. A part keeps its number, so a colour keeps its place in this list.
 */
export const chartColors = {
  parts: [
    "#6FB9FF",
    "#FFB454",
    "#4FD3A8",
    "#FF8FA8",
    "#C9AEFF",
    "#F5E26B",
    "#7FE0EE",
    "#E0AC80",
    "#B0E077",
    "#FFC2DF",
    "#A3ADFF",
    "#FF9570",
  ],
  others: "#B4BCCA",
} as const;

/** An area in the picture. */
export interface Box {
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

/** A whole picture with its title and what that is about, on a panel that suits both of Slack's themes. */
export function framed(
  heightPx: number,
  { title, about }: { title: string; about: string },
  content: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.widthPx}" height="${heightPx}" font-family="Inter">`,
    `<rect x="0.5" y="0.5" width="${picture.widthPx - 1}" height="${heightPx - 1}" rx="10" fill="${ink.panel}" stroke="${ink.frame}"/>`,
    textAt(edgePx, 42, title, { sizePx: titlePx, weight: 600, fill: ink.name }),
    textAt(edgePx, 73, about, { sizePx: fontPx, fill: ink.label }),
    ...content,
    "</svg>",
  ].join("\n");
}

/** The font size of a title. */
export const titlePx = 25;

/** A text between tags. It must hold no control characters, as any drawable text. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A number of pixels as an attribute, to a hundredth. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

interface Letters {
  sizePx: number;
  /** The two loaded weights. */
  weight?: 400 | 600;
  fill: string;
  /** The part of the text at its point; the start by default. */
  anchor?: "middle" | "end";
}

/** A line of text, with its baseline at the point. */
export function textAt(x: number, y: number, text: string, letters: Letters): string {
  const anchor = letters.anchor ? ` text-anchor="${letters.anchor}"` : "";
  const attributes = `font-size="${letters.sizePx}" ${strength(text, letters)} fill="${letters.fill}"${anchor}`;
  return `<text x="${px(x)}" y="${px(y)}" ${attributes}>${escaped(text)}</text>`;
}

// The renderer searches the fonts of other alphabets in order and ignores the weight, so one text could get letters of
// both weights. A stroke around thin letters makes them all equally strong.
const strongLetters = /^[\0-\u00FF\u2010-\u2027\u20AC\u2122]*$/;

function strength(text: string, { sizePx, weight = 400, fill }: Letters): string {
  if (weight === 400 || strongLetters.test(text)) return `font-weight="${weight}"`;
  return `font-weight="400" stroke="${fill}" stroke-width="${px(sizePx * 0.04)}" stroke-linejoin="round"`;
}

/** A rectangle, with further attributes such as its fill. */
export function rect({ leftPx, topPx, widthPx, heightPx }: Box, attributes: string): string {
  return `<rect x="${px(leftPx)}" y="${px(topPx)}" width="${px(widthPx)}" height="${px(heightPx)}" ${attributes}/>`;
}
