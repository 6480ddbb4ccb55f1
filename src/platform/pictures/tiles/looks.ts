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
