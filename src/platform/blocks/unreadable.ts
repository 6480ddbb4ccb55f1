import { type Unreadable, idOfUnreadable } from "../../lib/unreadable.ts";
import { listInWords, plural, truncate } from "../../lib/text.ts";
import { code } from "./escape.ts";

const mostIds = 5;
const longestId = 64;

/** Says what a list has that cannot be read, with the ids there are, in sentences of mrkdwn; empty when all could be read. */
export function unreadableInWords(noun: string, records: readonly Unreadable[]): string[] {
  const { length } = records;
  if (length === 0) return [];
  const ids = records.flatMap((record) => idOfUnreadable(record) ?? []);
  const shown = ids.slice(0, mostIds).map((id) => code(truncate(id, longestId)));
  const more = ids.length > mostIds ? [`${ids.length - mostIds} more`] : [];
  const which =
    ids.length === 0 ? "" : ` ${ids.length === 1 ? "Id" : "Ids"}: ${listInWords([...shown, ...more])}.`;
  return [
    `${plural(length, noun)} could not be read: what the server says of ${length === 1 ? "it" : "them"} is in a form not known here.${which}`,
  ];
}
