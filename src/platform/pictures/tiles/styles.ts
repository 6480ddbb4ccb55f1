import { textWidthPx } from "../drawable-text.ts";
import { type Box, card, textAt } from "../svg.ts";

/** Sizes of letters, large enough to be read where Slack shows the picture at half its width. */
export const fontPx = {
  title: 23,
  summary: 17,
  name: 17,
  type: 15,
  number: 15,
  badge: 14,
  note: 15,
} as const;

/** Calm greys on which one accent stands out; nothing is said by a colour alone. */
export const ink = {
  name: "#1D1C1D",
  label: "#4A4E57",
  edge: "#D3D7DE",
  pill: "#EDEFF2",
  ground: "#F6F7F9",
  line: "#E6E9ED",
  accent: "#0072B2",
  firing: "#B3261E",
  white: "#FFFFFF",
} as const;

/** Letters of weight 600 are wider than those that texts are measured by. */
export const boldWidth = 1.06;

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
  const style = highlighted ? { ground: ink.accent, word: ink.white } : { ground: ink.pill, word: ink.label };
  return label(String(number), fontPx.number, style);
}

/** Says that an alert stands on a tile, and whether it fires. */
export function alertLabel(alerting: "firing" | "quiet"): Label {
  return alerting === "firing"
    ? label("firing", fontPx.badge, { ground: ink.firing, word: ink.white })
    : label("alert", fontPx.badge, { ground: ink.white, word: ink.label, edge: ink.label });
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
        card(box, 6, `fill="${style.ground}"${edge}`) +
        textAt(leftPx + widthPx / 2, topPx + labelPx / 2 + sizePx * 0.36, word, letters)
      );
    },
  };
}
