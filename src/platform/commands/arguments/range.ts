import { withoutTypedRange } from "../../../lib/period/range.ts";
import { type ArgumentKind, gap } from "./kind.ts";

/** A range of days, as it was typed: the most words at a beginning or an end that read as one. */
export const rangeKind: ArgumentKind = {
  slot: "range",
  takes: "words",
  take(words) {
    const parts = words.split(gap).map((part) => part.split(" ").filter(Boolean));
    const { typed, left } = withoutTypedRange(parts);
    return typed === undefined ? undefined : { value: typed.replace(/[ ,;]+$/, ""), rest: left };
  },
  write: String,
};
