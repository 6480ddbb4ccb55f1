import type { Slot } from "../entry.ts";
import { type ArgumentKind, markPattern } from "./kind.ts";

/** One of a few words, after its mark or as the last word. */
export function choiceKind(words: readonly string[], slot: Slot): ArgumentKind {
  const one = words.join("|");
  return {
    slot,
    take(typed, mark) {
      const before = mark === "" ? "" : String.raw`${markPattern(mark)}[\s=:]+`;
      const found = new RegExp(String.raw`(?:^|\s)${before}(${one})$`, "i").exec(typed);
      const [whole, word = ""] = found ?? [];
      return whole === undefined
        ? undefined
        : { value: word.toLowerCase(), rest: typed.slice(0, -whole.length) };
    },
    write: String,
  };
}
