import { z } from "zod";
import { dayMs, hourMs, minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { unquoted } from "../../../lib/names.ts";
import { withoutTypedRange } from "../../../lib/period/range.ts";
import { oneLine } from "../../../lib/text.ts";
import { channelIn } from "../channel-in.ts";
import { type Slot, type SlotKind, quoted } from "../entry.ts";
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

const noTeam = String.raw`(?!(?:the|an?|our|my|all|of|is|are|has|have|had|gets?|wants?|needs?|will|would|should|must|may|can|for|that|who|and|or|in|on|by|to|from|with|about|last|this|what|which|member|members|now|today|already|again|instead|too|please|pls|anymore)\b)`;

/** A team as a sentence has it: "team payments", "the payments team". */
export const teamSlot: Slot = {
  isOne: true,
  parts: [
    [new RegExp(String.raw`\b(?:team|squad) "?(${noTeam}\w[\w.-]{0,49})"?`, "i"), "$1"],
    [
      /\b(?:the|our|for|by|of) (?!(?:the|an?|our|my|your|whole|entire|other|right|same|new|each|every|per)\b)([a-z][\w.-]{1,49}) (?:team|squad)\b/i,
      "$1",
    ],
  ],
};

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

/** A word at the beginning, such as an id. The words behind it may be a name: "alerts show 6f0c orders prod". */
export function firstWordKind(slot: Slot): ArgumentKind {
  return {
    slot,
    take(words) {
      const [, word, rest = ""] = /^(\S+)(?:\s+(.*))?$/.exec(words) ?? [];
      return word === undefined || word === gap ? undefined : { value: word, rest };
    },
    write: String,
  };
}

/** A name before another one: a word, or any words in quotes. */
export function firstNameKind(slot: SlotKind): ArgumentKind {
  const { take } = firstWordKind(slot);
  return { slot, takes: "name", take, write: (name) => quoted(String(name)) ?? "" };
}

/** A word after its mark, anywhere. No sentence has it. */
export const markedWordKind: ArgumentKind = {
  take(words, mark) {
    const pattern = new RegExp(String.raw`(?:^|\s)${markPattern(mark)}\s+([^\s${gap}]+)(?=\s|$)`, "i");
    const [whole, word] = pattern.exec(words) ?? [];
    return whole === undefined ? undefined : { value: word, rest: words.replace(whole, "") };
  },
  write: String,
};

/** The number of the first item that shows, at the beginning. With a mark, after it. No sentence has it. */
export const fromKind = numberFirst(String.raw`(?=\s|$)`);

/** The same if words follow. A number alone is something else, such as an id. */
export const fromBeforeKind = numberFirst(String.raw`(?=\s+\S)`);

function numberFirst(ahead: string): ArgumentKind {
  return {
    usage: [],
    take(words, mark) {
      const number = mark === "" ? String.raw`[1-9]\d{0,5}` : String.raw`${markPattern(mark)}\s+\d{1,6}`;
      const [whole] = new RegExp(`^${number}${ahead}`, "i").exec(words) ?? [];
      if (whole === undefined) return undefined;
      const value = Number(whole.slice(mark.length));
      return { value: Math.max(1, value), rest: words.slice(whole.length) };
    },
    write: String,
  };
}

const units = [
  { name: /^m(in(ute)?s?)?$/i, ms: minuteMs },
  { name: /^h(ours?|rs?)?$/i, ms: hourMs },
  { name: /^d(ays?)?$/i, ms: dayMs },
  { name: /^w(eeks?)?$/i, ms: 7 * dayMs },
];

/** A span such as "26h", "2 days" or "90 min" in milliseconds, to the minute. Undefined if it isn't one. */
export function spanMsIn(words: string): number | undefined {
  const [, count = "", name = ""] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]+)$/i.exec(words.trim()) ?? [];
  const unit = units.find((each) => each.name.test(name));
  return unit && Math.round((Number(count) * unit.ms) / minuteMs) * minuteMs;
}

/** A span as people type it: "26h", "2d", "90min". */
export function spanAsTyped(ms: number): string {
  if (ms % dayMs === 0) return `${ms / dayMs}d`;
  return ms % hourMs === 0 ? `${ms / hourMs}h` : `${Math.round(ms / minuteMs)}min`;
}

/** A span in hours, anywhere after its mark, or without the mark at the end. `problem` says that it can't be read. */
export function hoursKind(problem: (typed: string) => string): ArgumentKind {
  return {
    slot: "hours",
    usage: ["26h"],
    take(words, mark) {
      const marked = new RegExp(String.raw`^(.*?)(?:^|\s)${markPattern(mark)}(?:[\s=:]+|$)(.*)$`, "i").exec(
        words,
      );
      const [, before = "", after = ""] = marked ?? [];
      const [, first = after, behind = ""] = /^([\d.]+\s*[a-z]+)(?:\s+(.*))?$/i.exec(after) ?? [];
      const [, name = "", bare] = /^(.*\S)\s+(\d[\d.]*\s?(?:h|hours?|d|days?))$/i.exec(words) ?? [];
      if (!marked && bare === undefined) return undefined;
      const typed = marked ? first : (bare ?? "");
      const ms = spanMsIn(typed);
      if (ms === undefined) throw new AppError("user", problem(typed.trim()));
      return { value: ms / hourMs, rest: marked ? `${before} ${behind}`.trim() : name };
    },
    write: (hours) => spanAsTyped(Number(hours) * hourMs),
  };
}
