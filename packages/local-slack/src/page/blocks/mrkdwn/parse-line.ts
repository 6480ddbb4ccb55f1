import { angleMark, type Mark, unescape } from "./marks.ts";

/** Slack styles a word only if the marks are at its edges, so snake_case and 2*3*4 stay. */
const styled = (mark: string, name: string) =>
  `(?<![\\p{L}\\p{N}${mark}])${mark}(?!\\s)(?<${name}>[^${mark}\\n]+?)(?<!\\s)${mark}(?![\\p{L}\\p{N}${mark}])`;

const pattern = new RegExp(
  [
    "`(?<code>[^`\\n]+)`",
    "<(?<angle>[^<>\\n]+)>",
    "(?<url>https?://[^\\s<>|]*[^\\s<>|.,;:!?)'\"*_~])",
    ":(?<emoji>[a-z0-9_+'-]+):",
    styled("\\*", "bold"),
    styled("_", "italic"),
    styled("~", "strike"),
  ].join("|"),
  "gu",
);

/** Splits mrkdwn (without code fences and quotes, newlines kept) into its marks. */
export function parseLine(text: string): Mark[] {
  const marks: Mark[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) marks.push(plain(text.slice(end, match.index)));
    marks.push(markOf(match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < text.length) marks.push(plain(text.slice(end)));
  return marks;
}

function plain(text: string): Mark {
  return { kind: "text", text: unescape(text) };
}

function markOf(groups: Record<string, string | undefined>): Mark {
  const { code, angle, url, emoji, bold, italic, strike } = groups;
  if (code !== undefined) return { kind: "code", text: unescape(code) };
  if (angle !== undefined) return angleMark(angle);
  if (url !== undefined) return { kind: "link", url: unescape(url), label: unescape(url) };
  if (emoji !== undefined) return { kind: "emoji", name: emoji };
  if (bold !== undefined) return { kind: "bold", children: parseLine(bold) };
  if (italic !== undefined) return { kind: "italic", children: parseLine(italic) };
  return { kind: "strike", children: parseLine(strike ?? "") };
}
