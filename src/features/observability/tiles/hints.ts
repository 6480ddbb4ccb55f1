import type { KnownBlock } from "@slack/types";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint } from "../../../platform/blocks/text.ts";
import type { Dashboard } from "../../../platform/cloud/observability/dashboard.ts";
import type { FormValues } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { listInWords, truncate } from "../../../lib/text.ts";
import type { Tile } from "../alert-rules/format-watched.ts";
import { isFreeText } from "../dashboards/filter-problem.ts";
import { cellsIn } from "./changes.ts";
import { seriesField, seriesIndexIn } from "./in-form.ts";
import { nameOfTile } from "./format-tile.ts";
import { isSqlFilter } from "./problems.ts";

const mostNames = 3;

/** What is worth knowing of what stands in a tile's form, and is no mistake. */
export function tileHints(values: FormValues, { tiles }: Dashboard, tile?: Tile): KnownBlock[] {
  const index = seriesIndexIn({ values });
  const where = isSqlFilter(tile, index) ? "" : textIn(values, seriesField("where", index));
  const under = tileUnder(values, tile);
  const others = (tiles ?? []).filter((other) => other !== tile && other.id !== (tile?.id ?? ""));
  return [
    ...(isFreeText(where) ? [smallPrint(freeText(where))] : []),
    ...overlapHint(others.flatMap((other, index) => (overlaps(under, other) ? [{ other, index }] : []))),
  ];
}

function freeText(where: string): string {
  return `The filter ${code(truncate(where, 60))} names no field, so it is looked for in all text. With a field it is ${code("field:value")}.`;
}

function overlapHint(found: readonly { other: Tile; index: number }[]): KnownBlock[] {
  if (found.length === 0) return [];
  const names = found.slice(0, mostNames).map(({ other }) => `“${escapeName(nameOfTile(other))}”`);
  const more = found.length - names.length;
  const all = listInWords([...names, ...(more > 0 ? [`${more} more`] : [])]);
  return [smallPrint(`Where it stands, it overlaps ${all}.`)];
}

function tileUnder(values: FormValues, tile: Tile | undefined): Tile {
  return { ...tile, ...cellsIn(values) };
}

function overlaps(one: Tile, other: Tile): boolean {
  return meet(one.x, one.w, other.x, other.w) && meet(one.y, one.h, other.y, other.h);
}

function meet(...spans: (number | null | undefined)[]): boolean {
  const [from = 0, size = 0, otherFrom = 0, otherSize = 0] = spans.map((span) => span ?? Number.NaN);
  return from < otherFrom + otherSize && otherFrom < from + size;
}
