import { slackDate } from "../blocks/date.ts";
import { code } from "../blocks/escape.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { placeInMrkdwn } from "../blocks/place.ts";
import type { AuditEntry } from "./log.ts";
import { changesInWords } from "./changes.ts";
import { deedInWords } from "./deed.ts";
import { userInWords } from "./names.ts";

// Another server's id of a request that failed, for its support. Our own are longer, and say nothing to a reader.
const longestQuoted = 40;

/** How much an entry in words says. */
interface Wordiness {
  /** False where a mention would call its person, as in a channel. */
  mentions?: boolean;
  /** True where what it was before and now is is said as well. */
  changes?: boolean;
}

/** An entry in mrkdwn, in one line or two: when, who, where, what, and what came of it. */
export function entryInWords(
  entry: AuditEntry,
  { mentions = true, changes = false }: Wordiness = {},
): string {
  const { at, channelId, detail, requestId } = entry;
  // Before what was done: "gave somebody a role in #a" would say that the role is one of #a.
  const place = channelId === undefined ? "" : `, ${placeInMrkdwn({ channelId })},`;
  const isQuoted = entry.result === "failed" && requestId !== undefined && requestId.length <= longestQuoted;
  const id = isQuoted ? ` Request id: ${code(requestId)}.` : "";
  const why = detail === undefined || detail === "" ? "" : ` ${escapeSentence(detail)}`;
  const line = `${slackDate(new Date(at))} · ${userInWords(entry, mentions)}${place} ${deedInWords(entry)}.${why}${id}`;
  const changed = changes ? changesInWords(entry, mentions) : "";
  return changed === "" ? line : `${line}\n${changed}`;
}
