import { oneLine } from "../../../lib/text.ts";
import { type ArgumentKind, gap } from "./kind.ts";

const behindNumber = /^(#?\d{1,6}(?=\s|$))?\s*(.*)$/;

/** The id of a thing in a list, as its buttons have it: all that is typed, but for a number in front. */
export const idKind: ArgumentKind = {
  slot: "id",
  take(words) {
    const [, number = "", value = ""] = behindNumber.exec(oneLine(words.replaceAll(gap, " "))) ?? [];
    return value === "" ? undefined : { value, rest: number };
  },
  write: String,
};
