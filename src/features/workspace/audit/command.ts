import { z } from "zod";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { mirrorAudit } from "./mirror.ts";
import { readAudit, readAuditWords } from "./page.ts";
import type { AdminTab } from "../../../platform/commands/admin.ts";
import { type Found, command } from "../../../platform/commands/command.ts";
import { humanBytes, plural } from "../../../lib/text.ts";
import { utcDay } from "../../../lib/day.ts";
import { zipOf } from "../../../lib/zip.ts";
import type { KeptAuditEntry } from "../../../platform/audit/log.ts";
import { listed } from "../../../platform/commands/entry.ts";
import { auditEntries } from "../entries.ts";
import { sendFile } from "../../../platform/jobs/send-file.ts";
import * as texts from "./texts.ts";

// About 25 MB. A longer time takes several exports.
const mostEntries = 100_000;
// The upload that fits one request to Slack on a slow line.
const largestPlainBytes = 8 * 1024 * 1024;

/** Sends the chosen entries as a file of JSON Lines, oldest first, in direct messages. */
async function exportAudit(words: string, context: InstalledContext, asker: Asker): Promise<Reply> {
  const { audit, messenger, now } = context;
  const { query } = readAuditWords(words, now());
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

type AuditCommand = (words: string, context: InstalledContext, asker: Asker) => Promise<Reply | Found>;

const subcommands = {
  read: readAudit,
  export: exportAudit,
  mirror: mirrorAudit,
  /** Shows where it is mirrored. */
  show: mirrorAudit,
} satisfies Record<string, AuditCommand>;

/** Reads the words after `audit`: export, mirror, or which entries to show. */
const Args = z.string().transform((text): { subcommand: keyof typeof subcommands; words: string } => {
  const [, first = "", rest = ""] = /^\s*(export|mirror)\b\s*([\s\S]*)$/i.exec(text) ?? [];
  const subcommand = first.toLowerCase();
  if (subcommand === "mirror") return { subcommand: rest === "" ? "show" : subcommand, words: rest };
  return subcommand === "export" ? { subcommand, words: rest } : { subcommand: "read", words: text };
});

/** `/db audit …`: who changed what, and who read which secret. */
export const audit = command({
  name: "audit",
  partOf: "admin",
  summary: texts.summary,
  usage: "[@person] [service or hook …] [range] [ids] | export … | mirror #channel|off",
  examples: [
    "/db admin audit",
    "/db admin audit @ada last 7 days",
    "/db admin audit orders prod",
    "/db admin audit hook since 1 October",
    "/db admin audit export last month",
    "/db admin audit mirror #audit",
  ],
  details: texts.details,
  args: Args,
  entries: listed(auditEntries),
  calls: ({ subcommand }) => auditEntries[subcommand],
  run: ({ subcommand, words }, context: InstalledContext, asker) =>
    subcommands[subcommand](words, context, asker),
});

/** The audit log in `/db admin`. */
export const auditTab: AdminTab<InstalledContext> = {
  rank: 4,
  name: "audit",
  label: "Audit",
  access: "admin",
  draw: async (_person, context) => (await (await readAudit("", context)).draw()).blocks,
};
