import { entryInWords } from "../../../platform/audit/in-words.ts";
import { howManyFit } from "../../../platform/audit/entries-in-words.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, turnButton } from "../../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { InstalledContext } from "../context.ts";
import type { KeptAuditEntry } from "../../../platform/audit/log.ts";
import { type AuditWords, readAuditWords } from "./read-words.ts";

const mostOnPage = 15;
// A message takes 8,500 in all, its text among it.
const mostText = 6_500;

/** A page of the audit log, the newest first. */
export async function readAudit(words: string, { audit, now }: InstalledContext): Promise<Reply> {
  const wanted = readAuditWords(words, now());
  // One more than is shown tells whether there is a page after it.
  const entries = await audit.read({ ...wanted.query, limit: mostOnPage + 1 });
  if (entries.length === 0) return say(nothing(wanted));
  return pageReply(entries, wanted);
}

function nothing({ query, words }: AuditWords): string {
  if (query.before !== undefined) return "There are no older entries.";
  return words === ""
    ? "Nothing is in the audit log yet. Every change that somebody makes here, and every look at a password, is written down in it from now on."
    : `Nothing in the audit log fits ${code(words)}. ${code("/db audit")} shows all of it; names are to be written as they stand there.`;
}

function pageReply(entries: readonly KeptAuditEntry[], wanted: AuditWords): Reply {
  const lines = entries.slice(0, mostOnPage).map((entry) => entryInWords(entry, { changes: true }));
  const count = Math.max(1, howManyFit(lines, mostText));
  const shown = lines.slice(0, count);
  const title = titleOf(wanted);
  const last = entries.length > count ? entries[count - 1] : undefined;
  return reply([title, ...shown].join("\n"), [
    section(title),
    ...packed(shown),
    actions([
      ...(wanted.query.before === undefined ? [] : [turnButton("Newest", `audit ${wanted.words}`)]),
      ...(last ? [turnButton("Older", `audit ${wanted.words} before ${last.id}`.replace(/ +/g, " "))] : []),
      commandButton("Export", `audit export ${wanted.words}`.trim()),
    ]),
    smallPrint("Kept for 400 days. Times are in your own time zone; days in what you ask for are UTC days."),
  ]);
}

function titleOf({ query, range }: AuditWords): string {
  const parts = [
    ...(query.userId === undefined ? [] : [`of <@${query.userId}>`]),
    ...(query.userName === undefined ? [] : [`of ${escapeName(query.userName)}`]),
    ...(query.subject === undefined ? [] : [`about “${escapeName(query.subject)}”`]),
    ...(range ? [`in ${escapeName(range.label)}`] : []),
  ];
  const older = query.before === undefined ? "the newest first" : "older entries";
  return `*Who did what here*${parts.length === 0 ? "" : ` ${parts.join(" ")}`}, ${older}:`;
}
