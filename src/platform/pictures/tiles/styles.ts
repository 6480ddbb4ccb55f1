import { type Box, ink, rect, textAt } from "../svg.ts";
import { textWidthPx } from "../text.ts";

/** Font sizes that stay legible when Slack shows the picture at half its width. */
export const fontPx = { summary: 17, name: 17, type: 15, fact: 15, number: 15, badge: 14, note: 15 } as const;

/** Letters of weight 600 are wider than the measured ones by this factor. */
export const boldWidth = 1.06;

/** The height of a label. */
export const labelPx = 24;

/** A word on its own ground. */
export interface Label {
  widthPx: number;
  /** Draws it from its top left corner. */
  at(leftPx: number, topPx: number): string;
}

/** The number of a tile. The highlighted tile's is on a dark ground. */
export function numberLabel(number: number, highlighted = false): Label {
  const style = highlighted
    ? { ground: ink.accent, word: ink.ground }
    : { ground: ink.pill, word: ink.label };
  return label(String(number), fontPx.number, style);
}

/** Says that a tile has an alert, and whether it fires. */
export function alertLabel(alerting: "firing" | "quiet"): Label {
  return alerting === "firing"
    ? label("firing", fontPx.badge, { ground: ink.firing, word: ink.white })
    : label("alert", fontPx.badge, { ground: ink.card, word: ink.label, edge: ink.label });
}

function label(word: string, sizePx: number, style: { ground: string; word: string; edge?: string }): Label {
  const widthPx = Math.max(labelPx, textWidthPx(word, sizePx * boldWidth) + 14);
  const edge = style.edge ? ` stroke="${style.edge}"` : "";
  return {
    widthPx,
    at(leftPx, topPx) {
      const box: Box = { leftPx, topPx, widthPx, heightPx: labelPx };
      const letters = { sizePx, weight: 600, fill: style.word, anchor: "middle" } as const;
      return (
        rect(box, `rx="6" fill="${style.ground}"${edge}`) +
        textAt(leftPx + widthPx / 2, topPx + labelPx / 2 + sizePx * 0.36, word, letters)
      );
    },
  };
}
