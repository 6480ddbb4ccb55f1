import { keyed } from "../styles/keyed.ts";
import type { TextData } from "./block-kit.ts";
import { Emoji } from "./emoji.tsx";
import { Mrkdwn } from "./mrkdwn/mrkdwn.tsx";

/** A text object: styled mrkdwn, or plain text with emoji. */
export function Text({ text }: { text: TextData }) {
  return text.type === "mrkdwn" ? <Mrkdwn text={text.text} /> : <PlainText text={text.text} />;
}

/** Plain text with its `:emoji:` drawn and its line breaks kept. */
export function PlainText({ text }: { text: string }) {
  const parts = text.split(/(:[a-z0-9_+'-]+:)/);
  return (
    <span className="plain-text">
      {keyed(parts).map(({ item, place }) =>
        /^:.+:$/.test(item) ? <Emoji key={place} name={item.slice(1, -1)} /> : item,
      )}
    </span>
  );
}
