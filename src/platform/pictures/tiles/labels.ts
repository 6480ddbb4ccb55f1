import { textWidthPx } from "../drawable-text.ts";
import { type Box, card, textAt } from "../svg.ts";
import { boldWidth, fontPx, ink } from "./looks.ts";

/** How high a label is. */
export const labelPx = 24;

/** A word on ground of its own, with how wide it is. */
export interface Label {
  widthPx: number;
  /** Drawn from the point at its top left. */
  at(leftPx: number, topPx: number): string;
}

/** The number of a tile; of the highlighted one on darker ground. */
export function numberLabel(number: number, highlighted = false): Label {
  const look = highlighted ? { ground: ink.accent, word: ink.white } : { ground: ink.pill, word: ink.label };
  return label(String(number), fontPx.number, look);
}

/** Says that an alert stands on a tile, and whether it fires. */
export function alertLabel(alerting: "firing" | "quiet"): Label {
  return alerting === "firing"
    ? label("firing", fontPx.badge, { ground: ink.firing, word: ink.white })
    : label("alert", fontPx.badge, { ground: ink.white, word: ink.label, edge: ink.label });
}

function label(word: string, sizePx: number, look: { ground: string; word: string; edge?: string }): Label {
  const widthPx = Math.max(labelPx, textWidthPx(word, sizePx * boldWidth) + 14);
  const edge = look.edge ? ` stroke="${look.edge}"` : "";
  return {
    widthPx,
    at(leftPx, topPx) {
      const box: Box = { leftPx, topPx, widthPx, heightPx: labelPx };
      const letters = { sizePx, weight: 600, fill: look.word, anchor: "middle" } as const;
      return (
        card(box, 6, `fill="${look.ground}"${edge}`) +
        textAt(leftPx + widthPx / 2, topPx + labelPx / 2 + sizePx * 0.36, word, letters)
      );
    },
  };
}
