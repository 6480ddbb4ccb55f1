import { oneLine } from "../../../lib/text.ts";
import { localMinute } from "../../../lib/time.ts";
import { visible } from "../../../platform/blocks/escape.ts";

const marks = /[\\`*_[\]<>#|~&!]/g;
// Readers of Markdown make links of addresses. An escape doesn't stop them, but an invisible character does.
const addresses = /(?<=:)(?=\/\/)|(?<=www)(?=\.)|(?<=@)|(?<=(?:mailto|xmpp):)/gi;

/** Any text within one line of Markdown, which shows it as it is. */
export function escapeMarkdown(text: string): string {
  return oneLine(visible(text))
    .replace(marks, String.raw`\$&`)
    .replace(addresses, "\u200b");
}

/** Any text as a code block of Markdown. Its fence is longer than any in the text. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const token = /<!date\^(\d+)\^[^>]*>|<@([A-Z0-9]+)(?:\|[^>]*)?>|<!subteam\^([A-Z0-9]+)(?:\|([^>]*))?>/g;
const invisible = /\u200b/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** How Slack's tokens are named in plain text. */
export interface Naming {
  zone: string;
  person: (userId: string) => string;
}

/** One of our own lines of mrkdwn, as Markdown: dates in a zone, and names in the place of mentions. */
export function markdownOf(mrkdwn: string, { zone, person }: Naming): string {
  const plain = mrkdwn
    .replace(
      token,
      (_, seconds?: string, userId?: string, groupId?: string, groupName?: string) =>
        (seconds !== undefined && localMinute(new Date(Number(seconds) * 1_000), zone)) ||
        (userId !== undefined && person(userId)) ||
        `@${groupName ?? groupId ?? ""}`,
    )
    .replace(invisible, "")
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
  return escapeMarkdown(plain);
}
