const dates = /<!date\^[^|>]*\|([^>]*)>/g;
const links = /<[^|>]*\|([^>]*)>/g;
const emojis = /:[a-z\d_+-]+:\s*/g;
const emphasis = /(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu;

/** Our mrkdwn as plain text: dates in UTC, links and names as their words, no emphasis and no emoji. */
export function plainOf(mrkdwn: string): string {
  return mrkdwn
    .replace(dates, "$1")
    .replace(links, "$1")
    .replace(emojis, "")
    .replace(emphasis, "")
    .replaceAll("\u200b", "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim();
}
