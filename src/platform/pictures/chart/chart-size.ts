import { picture } from "../picture-size.ts";

/** A chart in CSS pixels, whatever it shows. */
export const chartSize = { widthPx: picture.widthPx, heightPx: 400 } as const;
