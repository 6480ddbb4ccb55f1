/** The picture in CSS pixels; it is drawn with `scale` pixels for each. Apart from its layout, which only its thread loads. */
export const picture = { widthPx: 800, heightPx: 400, scale: 2 } as const;
