import { oneLine, truncate } from "../../lib/text.ts";

// An invisible character. It breaks up a token, so no reader of mrkdwn recognizes it.
const zeroWidthSpace = "\u200b";

// These change the direction of all text after them, so a name with one could rewrite its sentence.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose; tab and line feed stay
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
// oxlint-disable-next-line no-control-regex -- the same
const anySteering = /[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

// mrkdwn has no escape for these, so look-alikes replace them. Between letters they have no meaning and stay.
const lookAlikes: Record<string, string> = { "*": "∗", _: "ˍ", "~": "∼", "`": "ˋ" };
// Most texts have none, and this test costs a fraction of the replacement. So do those below.
const anyMark = /[`*_~]/;
const marks = /`|(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])/gu;

/**
 * Makes any text safe inside mrkdwn. It reads the same, but contains no mention, link, date, emphasis or code. Some
 * characters change, so show text that people copy with `code` or as rich text.
 */
export function escapeMrkdwn(text: string): string {
  const escaped = withoutLinks(escapeTokens(text));
  return anyMark.test(escaped) ? escaped.replace(marks, (mark) => lookAlikes[mark] ?? mark) : escaped;
}

/** A name from elsewhere, safe inside mrkdwn: on one line, with at most `maxLength` characters before escaping. */
export function escapeName(name: string, maxLength = 60): string {
  return escapeMrkdwn(truncate(oneLine(visible(name)), maxLength));
}

/** Any text as inline code in mrkdwn, on one line. Look-alikes replace backticks. */
export function code(text: string): string {
  return exactCode(oneLine(text));
}

/** The same with all spaces kept, for a text that a person agrees to character by character. */
export function exactCode(text: string): string {
  return `\`${escapeTokens(text.replace(/\r\n?|\n/g, "↵")).replaceAll("`", "ˋ")}\``;
}

/**
 * Any text as a code block in mrkdwn, with its lines. Look-alikes replace backticks, so nothing ends the block.
 */
export function codeBlock(text: string): string {
  return `\`\`\`\n${escapeTokens(text).replaceAll("`", "ˋ")}\n\`\`\``;
}

/** Text from elsewhere without the characters that steer a display. */
export function visible(text: string): string {
  return anySteering.test(text) ? text.replace(bidiControls, "").replace(controls, " ") : text;
}

// Slack ignores an escaped token, but some other readers of mrkdwn do not.
const tokenStart = /<(?=\s*(?:[!@#|]|[\w.+-]+:))/g;

const anyToken = /[&<>]/;

function escapeTokens(text: string): string {
  const seen = visible(text);
  if (!anyToken.test(seen)) return seen;
  return seen
    .replaceAll("&", "&amp;")
    .replace(tokenStart, (start) => start + zeroWidthSpace)
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

const anyLink = /@|:\/\//;

/**
 * Breaks anything that a reader of mrkdwn may turn into a link or a mention. Code stays unchanged, because people copy
 * it.
 */
function withoutLinks(escaped: string): string {
  if (!anyLink.test(escaped)) return escaped;
  return escaped
    .replace(/@(?=channel|here|everyone)/gi, `@${zeroWidthSpace}`)
    .replace(/:(?=\/\/)/g, `:${zeroWidthSpace}`);
}

// Tokens of Slack for a channel and a user group. Those for people would notify them in a channel.
const token = /<(#[CG][A-Z0-9]+|!subteam\^S[A-Z0-9]+)(?:\|[^<>|]*)?>/g;
const tokenOrPerson = new RegExp(token.source.replace("#[CG]", "@[UW][A-Z0-9]+|#[CG]"), "g");

/** A command line as inline code, for the one who asked. Channels, groups and people have names, as Slack has none in code. */
export function codeWithTokens(line: string): string {
  return aroundTokens(line, (text) => (text.trim() === "" ? "" : code(text.trim())), " ", tokenOrPerson);
}

/** Text safe inside mrkdwn, with its channels and user groups by name. */
export function escapeAroundTokens(text: string): string {
  return aroundTokens(text, escapeMrkdwn, "");
}

function aroundTokens(text: string, format: (text: string) => string, joint: string, tokens = token): string {
  const pieces = text.split(tokens).map((piece, index) => (index % 2 === 0 ? format(piece) : `<${piece}>`));
  return pieces.filter((piece) => piece !== "").join(joint);
}

/** A link in mrkdwn to one of our addresses. The text may come from elsewhere. */
export function link(address: string, text: string): string {
  return `<${encodeTokens(address)}|${escapeMrkdwn(text).replaceAll("|", "ǀ")}>`;
}

// A bar or an angle bracket would end the address.
const tokens: Record<string, string> = { "&": "&amp;", "<": "%3C", ">": "%3E", "|": "%7C" };

function encodeTokens(address: string): string {
  return address.replace(/[&<>|]/g, (token) => tokens[token] ?? token);
}

/**
 * The permanent address of a message in Slack. With the workspace's own address, it opens in every client. Without it,
 * Slack's page may ask for the workspace first.
 */
export function messageLink(
  { channelId, ts }: { channelId: string; ts: string },
  workspaceUrl = "https://slack.com",
): string {
  const home = workspaceUrl.replace(/\/$/, "");
  return `${home}/archives/${encodeURIComponent(channelId)}/p${ts.replace(".", "")}`;
}

/** A channel in a sentence of mrkdwn: "in #databases". */
export function formatChannel({ channelId }: { channelId: string }): string {
  if (/^[UW]/.test(channelId)) return `in direct messages with <@${channelId}>`;
  // Slack has no mention for direct messages.
  return channelId.startsWith("D") ? "in direct messages with me" : `in <#${channelId}>`;
}

const dates = /<!date\^[^|>]*\|([^>]*)>/g;
const links = /<[^|>]*\|([^>]*)>/g;
const mentions = /<[@!#][^>]*>/g;
const emojis = /:[a-z\d_+-]+:\s*/g;
const emphasis = /(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu;

/** Our mrkdwn as plain text: dates in UTC, links and groups as their words, people as "someone", no emphasis and no emoji. */
export function plainOf(mrkdwn: string): string {
  return mrkdwn
    .replace(dates, "$1")
    .replace(links, "$1")
    .replace(mentions, "someone")
    .replace(emojis, "")
    .replace(emphasis, "")
    .replaceAll("\u200b", "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();
}
