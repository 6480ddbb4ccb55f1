/** How wide every picture is in CSS pixels, and with how many pixels for each it is drawn; each kind has its own height. */
export const picture = { widthPx: 800, scale: 2 } as const;
