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
