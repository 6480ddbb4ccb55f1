import type { AppError } from "../../lib/errors.ts";
import { code, escapeMrkdwn } from "./escape.ts";
import { type Unreadable, idOfUnreadable } from "../../lib/json.ts";
import { formatList, plural, truncate } from "../../lib/text.ts";

/** A failure as mrkdwn for people: its message, and the other server's request id to quote. */
export function explain({ message, requestId }: AppError): string {
  const quoted = requestId === undefined ? "" : ` Request id: ${code(requestId)}.`;
  return escapeSentence(message) + quoted;
}

/** Escapes one of our own sentences that names things from elsewhere. Code between backticks stays code. */
export function escapeSentence(sentence: string): string {
  return sentence
    .split(/`([^`\n]+)`/)
    .map((part, index) => (index % 2 === 1 ? code(part) : escapeMrkdwn(part)))
    .join("");
}

const mostIds = 5;
const longestId = 64;

/** Sentences in mrkdwn about the unreadable items of a list, with their ids; none if all items could be read. */
export function formatUnreadable(noun: string, records: readonly Unreadable[]): string[] {
  const { length } = records;
  if (length === 0) return [];
  const ids = records.flatMap((record) => idOfUnreadable(record) ?? []);
  const shown = ids.slice(0, mostIds).map((id) => code(truncate(id, longestId)));
  const more = ids.length > mostIds ? [`${ids.length - mostIds} more`] : [];
  const which =
    ids.length === 0 ? "" : ` ${ids.length === 1 ? "Id" : "Ids"}: ${formatList([...shown, ...more])}.`;
  return [
    `I couldn't read ${plural(length, noun)}: the server sent ${length === 1 ? "it" : "them"} in a format I don't know.${which}`,
  ];
}
