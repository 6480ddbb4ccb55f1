import { type ArgumentKind, gap, wordKind } from "./kind.ts";

/** A number in a list. It is nothing but digits, because a name may end in some. */
export const numberKind: ArgumentKind = {
  slot: "number",
  takes: "number",
  take(words) {
    const left = words.replaceAll(gap, " ").trim();
    return /^\d{1,6}$/.test(left) ? { value: Number(left), rest: "" } : undefined;
  },
  write: String,
};

/** A page of a list, after the word for it. */
export const pageKind = wordKind("number", String.raw`\d{1,6}`, Number);
