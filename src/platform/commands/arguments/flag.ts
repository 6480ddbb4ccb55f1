import { z } from "zod";
import { type ArgumentKind, argument } from "./kind.ts";

/** A word at the end of a line that is there or not: "longer". Programs say true or false. */
export function flag(word: string) {
  const atEnd = new RegExp(String.raw`(?:^|\s)${word}$`, "i");
  const kind: ArgumentKind = {
    slot: { parts: [[new RegExp(String.raw`\b${word}\b`, "i"), "true"]] },
    take: (words) => (atEnd.test(words) ? { value: true, rest: words.replace(atEnd, "") } : undefined),
    write: (isSet) => (isSet === true ? word : ""),
  };
  return argument(kind, z.boolean());
}
