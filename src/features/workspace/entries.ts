import { z } from "zod";
import { channel, inChannel, ofPerson, person, range } from "../../platform/commands/arguments.ts";
import { AuditPage } from "./audit/page.ts";
import { entry, none } from "../../platform/commands/entry.ts";
import { auditAsks, codeAsks } from "./asks.ts";

const questions = {
  person: person.optional(),
  about: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe("A service's or a hook's name, or a kind such as hook"),
  range: range.optional(),
};

/** What can be asked for about the audit log, by subcommand. */
export const auditEntries = {
  read: entry({
    asks: auditAsks.read,
    name: "audit_read",
    title: "Audit log",
    summary: "Shows who changed what, and who looked at which password.",
    effect: "read",
    access: "admin",
    isTool: true,
    args: z.object(questions),
    words: ({ person, about, range }) => ["admin audit", ofPerson(person), about, range],
    result: AuditPage,
  }),
  export: entry({
    asks: auditAsks.export,
    name: "audit_export",
    title: "Audit log as a file",
    summary: "Sends you the audit log as a file in direct messages.",
    effect: "read",
    access: "admin",
    args: z.object(questions),
    words: ({ person, about, range }) => ["admin audit export", ofPerson(person), about, range],
  }),
  show: entry({
    asks: auditAsks.show,
    name: "audit_mirror_show",
    title: "Where the audit log is posted",
    summary: "Shows the channel that gets every new entry of the audit log.",
    effect: "read",
    access: "admin",
    args: none,
    words: () => ["admin audit mirror"],
  }),
  mirror: entry({
    asks: auditAsks.mirror,
    name: "audit_mirror_set",
    title: "Choose where the audit log is posted",
    summary: "Posts every new entry of the audit log in a channel, or stops that.",
    effect: "change",
    access: "admin",
    args: z.object({ channel: channel.optional().describe("The channel. Without it, it stops") }),
    words: ({ channel }) => ["admin audit mirror", inChannel(channel) ?? "off"],
  }),
};

/** What can be asked for about the workspace as a file. */
export const codeEntries = {
  export: entry({
    asks: codeAsks.export,
    name: "workspace_export",
    title: "The workspace as a file",
    summary: "Shows hooks, presets, roles, limits, approvals, budgets, reports, watches and owners as YAML.",
    effect: "read",
    access: "admin",
    args: none,
    words: () => ["admin export"],
  }),
  apply: entry({
    asks: codeAsks.apply,
    name: "workspace_apply",
    title: "Apply a file to the workspace",
    summary:
      "Opens a form for the file of a workspace, and shows the differences before it changes anything.",
    effect: "change",
    access: "admin",
    opens: true,
    args: none,
    words: () => ["admin apply"],
  }),
};
