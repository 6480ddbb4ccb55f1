import { readFile } from "node:fs/promises";
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import type { ChartFacts } from "./facts.ts";
import { chartSvg } from "./chart/svg.ts";
import { picture } from "./svg.ts";

/** Draws pictures as PNGs. */
export type DrawPicture = (facts: ChartFacts) => Promise<Uint8Array>;

const latinFiles = [
  import.meta.resolve("@fontsource/inter/files/inter-latin-400-normal.woff2"),
  import.meta.resolve("@fontsource/inter/files/inter-latin-600-normal.woff2"),
];

// One file for each alphabet. The renderer takes every letter from the file that has it.
const otherFiles = [
  import.meta.resolve("@fontsource/inter/files/inter-latin-ext-400-normal.woff2"),
  import.meta.resolve("@fontsource/inter/files/inter-latin-ext-600-normal.woff2"),
  import.meta.resolve("@fontsource/inter/files/inter-greek-400-normal.woff2"),
  import.meta.resolve("@fontsource/inter/files/inter-cyrillic-400-normal.woff2"),
];

/** Loads the renderer and its fonts. It takes some 100 MB, so load it in a thread of its own. */
export async function loadDrawing(): Promise<DrawPicture> {
  await initWasm(await bytesOf(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const latin = await Promise.all(latinFiles.map(bytesOf));
  const all = [...latin, ...(await Promise.all(otherFiles.map(bytesOf)))];
  return async (facts) => {
    const svg = chartSvg(facts);
    // The renderer unpacks all given fonts for each picture.
    return pngOf(svg, /^[\0-\u00FF…]*$/.test(svg) ? latin : all);
  };
}

async function bytesOf(fileUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(fileUrl)));
}

function pngOf(svg: string, fontBuffers: Uint8Array[]): Uint8Array {
  const font = { fontBuffers, defaultFontFamily: "Inter" };
  const drawing = new Resvg(svg, { font, fitTo: { mode: "zoom", value: picture.scale } });
  try {
    const image = drawing.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
}
