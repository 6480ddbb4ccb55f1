import { z } from "zod";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { setMirror, showMirror } from "./mirror.ts";
import { queryOf, questions, read, readAudit } from "./page.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { humanBytes, plural } from "../../../lib/text.ts";
import { utcDay } from "../../../lib/day.ts";
import { zipOf } from "../../../lib/zip.ts";
import type { AuditQuery, KeptAuditEntry } from "../../../platform/audit/log.ts";
import { sendFile } from "../../../platform/jobs/messenger.ts";
import * as texts from "./texts.ts";

// About 25 MB. A longer time takes several exports.
const mostEntries = 100_000;
// The upload that fits one request to Slack on a slow line.
const largestPlainBytes = 8 * 1024 * 1024;

/** `/db admin audit export last month`. */
const exportLog = call({
  name: "audit_export",
  title: "Audit log as a file",
  summary: "Sends you the audit log as a file in direct messages.",
  effect: "read",
  access: "admin",
  line: "admin audit export {person} {about} {range} {ids} before {before}",
  verb: "export",
  args: z.object(questions),
  asks: {
    means: ["audit|acted export", "audit|acted csv", "audit|acted file", "audit {person} csv|export|file"],
    around: "list change export csv file want people post service hook time audit acted",
    slots: { about: ["service", "hook"] },
    says: ["Audit log as a file", " of {person}", " about {about}", ", {range}"],
  },
  run: async (wanted, context: InstalledContext, asker) =>
    exportAudit(queryOf(wanted, context.now()).query, context, asker),
});

/** Sends the chosen entries as a file of JSON Lines, oldest first, in direct messages. */
async function exportAudit(
  query: Omit<AuditQuery, "limit">,
  { audit, messenger, now }: InstalledContext,
  asker: Asker,
): Promise<Reply> {
  const entries = await audit.read({ ...query, limit: mostEntries + 1 });
  if (entries.length === 0) return say(texts.nothingToExport);
  const kept = entries.slice(0, mostEntries);
  const file = await fileOf(kept, now());
  const size = texts.fileSize(plural(kept.length, "entry", "entries"), humanBytes(file.bytes.length));
  const [announced, refused] = [say(texts.fileFollows), say(texts.fileRefused)];
  await sendFile(asker.userId, { file, announced, refused, comment: size }, messenger);
  return say(texts.exported(size, entries.length > mostEntries));
}

async function fileOf(entries: readonly KeptAuditEntry[], at: Date) {
  const lines = entries.toReversed().map((entry) => `${JSON.stringify(entry)}\n`);
  const name = `audit-${utcDay(at)}.jsonl`;
  const bytes = Buffer.from(lines.join(""));
  if (bytes.length <= largestPlainBytes) return { name, bytes };
  return { name: name.replace(/jsonl$/, "zip"), bytes: await zipOf({ name, bytes }, at) };
}

/** `/db audit …`: who changed what, and who read which secret. */
export const audit = commandOf({
  name: "audit",
  partOf: "admin",
  summary: texts.summary,
  examples: [
    "/db admin audit",
    "/db admin audit @ada last 7 days",
    "/db admin audit orders prod",
    "/db admin audit hook since 1 October",
    "/db admin audit export last month",
    "/db admin audit mirror #audit",
  ],
  details: texts.details,
  calls: [read, exportLog, showMirror, setMirror],
});

/** The audit log in `/db admin`. */
export const auditTab: AdminTab<InstalledContext> = {
  rank: 4,
  name: "audit",
  label: "Audit",
  access: "admin",
  draw: async (_person, context) => (await (await readAudit({}, context)).draw()).blocks,
};
