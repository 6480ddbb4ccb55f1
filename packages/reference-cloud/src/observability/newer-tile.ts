import type { Dashboard } from "../contract.ts";

type Tile = NonNullable<Dashboard["tiles"]>[number];

/** A tile of newer servers, with `config` instead of `series`. */
export function inNewerWords({ series, ...tile }: Tile): Tile {
  if (!series) return tile;
  const { type, content } = series[0] ?? {};
  const displayType = type === "time" || !type ? "line" : type;
  if (displayType === "markdown") return { ...tile, config: { displayType, markdown: content } };
  const select = series.map(({ aggFn, where, field = "" }) => ({ aggFn, where, valueExpression: field }));
  return { ...tile, config: { displayType, select } };
}
