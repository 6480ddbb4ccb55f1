import { z } from "zod";
import { unquoted } from "../../../lib/names.ts";
import { withoutTypedRange } from "../../../lib/period/range.ts";
import { oneLine } from "../../../lib/text.ts";
import { channelIn } from "../channel-in.ts";
import { type Slot, quoted } from "../entry.ts";
import { type ArgumentKind, argument, gap, markPattern } from "./kind.ts";

/** Quotation marks as people type them. */
export const quotes = /["\u201c-\u201f]/;

/**
 * A name of any words. It takes what the other arguments leave. In quotes, nothing in it is one of them. Without a slot,
 * no sentence has it.
 */
export function nameKind(slot?: ArgumentKind["slot"]): ArgumentKind {
  return {
    ...(slot && { slot }),
    takes: "name",
    take(words) {
      const left = oneLine(words.replaceAll(gap, " "));
      return left === "" ? undefined : { value: unquoted(left), rest: "" };
    },
    write: (name) => quoted(String(name)) ?? "",
  };
}

/** A word of a pattern: after its mark anywhere at the end, or without a mark as the last word. */
function wordKind(pattern: string, read: (word: string) => unknown): ArgumentKind {
  return {
    usage: [],
    take(words, mark) {
      const before = mark === "" ? "" : String.raw`${markPattern(mark)}\s+`;
      const found = new RegExp(String.raw`(?:^|(?<=\s))${before}(${pattern})\s*$`, "i").exec(words);
      const [whole, word = ""] = found ?? [];
      return whole === undefined
        ? undefined
        : { value: read(word), rest: words.slice(0, -whole.length).trim() };
    },
    write: String,
  };
}

/** A number in a list, such as "2" or "#2". It is all that is left, because a name may end in digits. */
export const numberKind: ArgumentKind = {
  slot: "number",
  takes: "number",
  take(words) {
    const [, digits] = /^#?(\d{1,6})$/.exec(words.replaceAll(gap, " ").trim()) ?? [];
    return digits === undefined ? undefined : { value: Number(digits), rest: "" };
  },
  write: String,
};

/** A page of a list, after the word for it. */
export const pageKind = wordKind(String.raw`\d{1,6}`, Number);

/** A channel, anywhere in the words: Slack writes one as `<#C123|name>`. */
export const channelKind: ArgumentKind = {
  slot: "channel",
  take(words) {
    const { channelId, rest } = channelIn(words);
    return channelId === undefined ? undefined : { value: channelId, rest };
  },
  write: (id) => `<#${String(id)}>`,
};

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
