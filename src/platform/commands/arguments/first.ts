import { type Slot, type SlotKind, quoted } from "../entry.ts";
import { type ArgumentKind, gap, markPattern } from "./kind.ts";

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
