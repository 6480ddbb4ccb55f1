import { oneLine, truncate } from "../../lib/text.ts";

// Shows as nothing, and stands between the signs of a token so that no reader of mrkdwn takes them for one.
const zeroWidthSpace = "\u200b";

// These turn the direction of everything after them, so that a name could rewrite the sentence it stands in.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what it is about; tab and line feed stay
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

// mrkdwn has no escape for these, so they become their look-alikes; between letters they mean nothing and stay.
const lookAlikes: Record<string, string> = { "*": "∗", _: "ˍ", "~": "∼", "`": "ˋ" };
const marks = /`|(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])/gu;

/**
 * Makes any text safe inside mrkdwn: it reads as it was, and holds no mention, link, date, emphasis or code. The signs
 * that would make one are changed, so show what people will copy with `code` or as rich text.
 */
export function escapeMrkdwn(text: string): string {
  return withoutLinks(escapeTokens(text)).replace(marks, (mark) => lookAlikes[mark] ?? mark);
}

/** A name from elsewhere, safe inside mrkdwn: on one line, and of at most `maxLength` before it is escaped. */
export function escapeName(name: string, maxLength = 60): string {
  return escapeMrkdwn(truncate(oneLine(visible(name)), maxLength));
}

/** Any text as inline code in mrkdwn, on one line; a backtick in it becomes its look-alike. */
export function code(text: string): string {
  return exactCode(oneLine(text));
}

/** The same with every space as it is, for what somebody agrees to letter by letter. */
export function exactCode(text: string): string {
  return `\`${escapeTokens(text.replace(/\r\n?|\n/g, "↵")).replaceAll("`", "ˋ")}\``;
}

/** Any text as a block of code in mrkdwn, line by line as it is; a backtick in it becomes its look-alike, so that nothing ends the block. */
export function codeBlock(text: string): string {
  return `\`\`\`\n${escapeTokens(text).replaceAll("`", "ˋ")}\n\`\`\``;
}

/** Text from elsewhere without the characters that steer a display instead of showing. */
export function visible(text: string): string {
  return text.replace(bidiControls, "").replace(controls, " ");
}

// Slack leaves an escaped token alone; not every other reader of mrkdwn does.
const tokenStart = /<(?=[!@#|]|[\w.+-]+:)/g;

function escapeTokens(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replace(tokenStart, (start) => start + zeroWidthSpace)
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Breaks what a reader of mrkdwn may take for a link or a mention by itself. Code stays whole, since people copy it. */
function withoutLinks(escaped: string): string {
  return escaped
    .replace(/@(?=channel|here|everyone)/gi, `@${zeroWidthSpace}`)
    .replace(/:(?=\/\/)/g, `:${zeroWidthSpace}`);
}
