import { channelsAsTyped } from "../../../../platform/commands/channel-in.ts";

/** A word of a rule as somebody typed it; what stood between quotes is one word, and never a keyword. */
export interface RuleWord {
  text: string;
  isQuoted: boolean;
}

// Slack's tokens hold no space; phones type curly quotes.
const word = /["“”„«]([^"“”„«»]*)["“”„»]|<[#!][^>\s]+>|[^\s"“”„«»]+/g;
const onlyMarks = /^[,;:]+$/;

/** The words of a rule; commas and the like beside them are nothing. */
export function ruleWords(text: string): RuleWord[] {
  return [...text.matchAll(word)]
    .map(([typed, quoted]) =>
      quoted === undefined
        ? { text: typed.replace(/[,;]+$/, ""), isQuoted: false }
        : { text: channelsAsTyped(quoted).trim(), isQuoted: true },
    )
    .filter(({ text, isQuoted }) => isQuoted || (text !== "" && !onlyMarks.test(text)));
}
