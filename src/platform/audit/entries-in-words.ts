import { code } from "../blocks/escape.ts";
import { packed } from "../blocks/packed.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { context as smallPrint } from "../blocks/text.ts";
import { plural } from "../../lib/text.ts";
import type { AuditEntry } from "./log.ts";
import { entryInWords } from "./in-words.ts";

// A message takes 8,500 in all.
const mostText = 7_000;

/** What came into the audit log, for a channel, in which nobody is called by it; what does not fit is counted. */
export function entriesInWords(entries: readonly AuditEntry[]): Reply {
  const lines = entries.map((entry) => entryInWords(entry, { mentions: false }));
  const count = howManyFit(lines, mostText);
  const shown = lines.slice(0, count);
  const small =
    count === lines.length
      ? `From the audit log, ${code("/db audit")}.`
      : `And ${plural(lines.length - count, "more entry", "more entries")}: ${code("/db audit")} has all of them.`;
  return reply([...shown, small].join("\n"), [...packed(shown), smallPrint(small)]);
}

/** How many of the lines, from the first, fit into so much text. */
export function howManyFit(lines: readonly string[], most: number): number {
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 1) > most);
  return tooMany === -1 ? lines.length : tooMany;
}
