import type { KnownBlock } from "@slack/types";
import { asJson } from "../../../lib/json.ts";
import { isSameItem } from "../../../platform/as-code/part.ts";
import type { Difference } from "../../../platform/as-code/plan.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
import * as texts from "./texts.ts";

const mostShown = 40;
const mostFields = 6;

/** Differences as blocks, with what is new, changed and removed. */
export function differenceBlocks(differences: readonly Difference[]): KnownBlock[] {
  const more = differences.length - mostShown;
  return [
    section(texts.differences(differences.length)),
    ...packed([
      ...differences.slice(0, mostShown).map(differenceLine),
      ...(more > 0 ? [texts.moreDifferences(more)] : []),
    ]),
  ];
}

function differenceLine({ noun, label, before, after }: Difference): string {
  const sign = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const what = sign === "removed" ? "" : changedFields(before, after);
  return texts.difference(texts.signs[sign], noun, escapeName(label, 80), what);
}

/** The names of the fields that differ, with short values. */
function changedFields(before: unknown, after: unknown): string {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = Object.keys({ ...was, ...is }).filter((name) => !isSameItem(was[name], is[name]));
  const shown = names.slice(0, mostFields).map((name) => {
    const [from, to] = [shortText(was[name]), shortText(is[name])];
    if (before === undefined) return to === undefined ? name : `${name} ${to}`;
    return from === undefined || to === undefined ? name : `${name} ${from} → ${to}`;
  });
  return [...shown, ...(names.length > mostFields ? ["…"] : [])].join(", ");
}

function fieldsOf(item: unknown): Record<string, unknown> {
  return typeof item === "object" && item !== null ? { ...asJson(item) } : {};
}

function shortText(value: unknown): string | undefined {
  if (value === undefined) return "none";
  return typeof value === "object"
    ? undefined
    : code((typeof value === "string" ? value : JSON.stringify(value)).slice(0, 40));
}
