import { z } from "zod";
import { code } from "../blocks/escape.ts";
import { GrantedRole } from "../access/grants.ts";
import type { AuditEntry } from "./log.ts";
import { type Saying, sayingOf, undoneSaying } from "./sayings.ts";
import { thingInWords } from "./things.ts";

/** What was done or not, in mrkdwn after its person, as in "was not allowed to rotate the hook *checkout*". */
export function deedInWords(entry: AuditEntry): string {
  const [kind = "", act = ""] = entry.action.split(".");
  if (isPlaceOfWork(kind)) return told(["use {it}", "used {it}"], useOf(kind, act), entry);
  const thing = grantedIn(entry) ?? thingInWords(kind, act, entry.subject);
  const undone = entry.result === "done" ? undefined : undoneSaying(kind, act);
  return undone === undefined ? told(sayingOf(kind, act), thing, entry) : filled(undone, thing, entry);
}

function told([base, past]: Saying, thing: string, entry: AuditEntry): string {
  switch (entry.result) {
    case "done":
      return filled(past, thing, entry);
    case "refused":
      return `was not allowed to ${filled(base, thing, entry)}`;
    case "failed":
      return `tried to ${filled(base, thing, entry)}, which failed`;
  }
}

function filled(words: string, thing: string, entry: AuditEntry): string {
  // At once, as a name may read like a sign.
  return words.replace(/\{it\}|\{role\}/g, (sign) => (sign === "{it}" ? thing : roleIn(entry)));
}

const Given = z.object({
  role: GrantedRole,
  channelId: z
    .string()
    .regex(/^[A-Z0-9]+$/)
    .optional(),
});

function givenIn({ before, after }: AuditEntry) {
  return Given.safeParse(after ?? before).data;
}

function roleIn(entry: AuditEntry): string {
  const given = givenIn(entry);
  return given ? `the role ${given.role}` : "a role";
}

/** Slack does not always tell the name of a channel that a role is given to, and a token of it calls nobody. */
function grantedIn(entry: AuditEntry): string | undefined {
  const channelId = entry.action.startsWith("access.") ? givenIn(entry)?.channelId : undefined;
  return channelId === undefined ? undefined : `<#${channelId}>`;
}

/** Where it was refused before it was clear what would have been done. */
function isPlaceOfWork(kind: string): boolean {
  return kind === "command" || kind === "form" || kind === "button";
}

function useOf(kind: string, act: string): string {
  return kind === "command" ? `the command ${code(`/db ${act}`)}` : `the ${kind} ${code(act)}`;
}
