import { unquoted } from "../../../lib/names.ts";
import { oneLine } from "../../../lib/text.ts";
import type { SlotKind } from "../entry.ts";
import { type ArgumentKind, gap } from "./kind.ts";

/** Quotation marks as people type them. */
export const quotes = /["\u201c-\u201f]/;

/** A name of any words. It takes what the other arguments leave. In quotes, nothing in it is one of them. */
export function nameKind(slot: SlotKind): ArgumentKind {
  return {
    slot,
    takes: "name",
    take(words) {
      const left = oneLine(words.replaceAll(gap, " "));
      return left === "" ? undefined : { value: unquoted(left), rest: "" };
    },
    write: (name) => `"${String(name).replaceAll(new RegExp(quotes, "g"), "")}"`,
  };
}
