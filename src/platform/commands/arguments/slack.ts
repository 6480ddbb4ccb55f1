import { AppError } from "../../../lib/errors.ts";
import type { SlotKind } from "../entry.ts";
import { type ArgumentKind, markPattern } from "./kind.ts";

// What Slack writes into a command for what its person chose from its lists:
// https://docs.slack.dev/interactivity/implementing-slash-commands#escaping

/** How Slack writes one of these: `<@U123|ada>`. */
interface Token {
  slot: SlotKind;
  /** Its id is the first group. */
  pattern: string;
  /** What a name begins with that Slack did not recognize. */
  sign: "@" | "#";
  /** What to say about such a name. */
  unknown(this: void, typed: string): string;
  /** What to say about two of them. */
  several: string;
  write(this: void, id: string): string;
}

/** A token anywhere in the words, with its mark or a small word before it. */
function tokenKind({ slot, pattern, sign, unknown, several, write }: Token): ArgumentKind {
  const bare = new RegExp(String.raw`(?:^|\s)(${sign}[^\s<>${sign}]+)`);
  return {
    slot,
    take(words, mark) {
      const before = mark === "" ? "" : String.raw`(?:(?<!\S)${markPattern(mark)}\s+)?`;
      const token = new RegExp(String.raw`${before}(?:(?<!\S)(?:to|by|of|for|in)\s+)?${pattern}`, "gi");
      const found = [...words.matchAll(token)].map(([, id = ""]) => id.toUpperCase());
      const rest = words.replace(token, " ");
      const [id, other] = found;
      if (other !== undefined) throw new AppError("user", several);
      const [, name] = bare.exec(rest) ?? [];
      if (name !== undefined) throw new AppError("user", unknown(name));
      return id === undefined ? undefined : { value: id, rest };
    },
    write: (id) => write(String(id)),
  };
}

const whoIs = (typed: string) =>
  `I can't tell who “${typed}” is. Choose them from the list that Slack shows after @.`;

/** A person, anywhere in the words. Slack writes one as `<@U123|ada>`. */
export const personKind = tokenKind({
  slot: "person",
  pattern: String.raw`<@([UW][A-Z0-9]+)(?:\|[^>]*)?>`,
  sign: "@",
  unknown: whoIs,
  several: "Name one person only.",
  write: (id) => `<@${id}>`,
});

/** A user group, anywhere in the words. Slack writes one as `<!subteam^S123|@oncall>`. */
export const groupKind = tokenKind({
  slot: "group",
  pattern: String.raw`<!subteam\^(S[A-Z0-9]+)(?:\|[^>]*)?>`,
  sign: "@",
  unknown: whoIs,
  several: "Name one user group only.",
  write: (id) => `<!subteam^${id}>`,
});

/** A channel that can't be left out. Where the one of the command is meant otherwise, use `channelKind`. */
export const namedChannelKind = tokenKind({
  slot: "channel",
  pattern: String.raw`<#([CDG][A-Z0-9]+)(?:\|[^>]*)?>`,
  sign: "#",
  unknown: (typed) =>
    `I can't tell which channel “${typed}” is. Choose it from the list that Slack shows after #.`,
  several: "Name one channel only.",
  write: (id) => `<#${id}>`,
});
