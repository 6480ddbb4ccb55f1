import { z } from "zod";
import { code } from "../blocks/escape.ts";
import { GrantedRole } from "../store/grants.ts";
import type { AuditEntry } from "../store/audit.ts";
import { type Saying, sayingOf, undoneSaying } from "./sayings.ts";
import { thingInWords } from "./things.ts";

/** What was done or not, in mrkdwn after its person, as in "was not allowed to rotate the hook *checkout*". */
export function deedInWords(entry: AuditEntry): string {
  const [kind = "", act = ""] = entry.action.split(".");
  if (isPlaceOfWork(kind)) return told(["use {it}", "used {it}"], useOf(kind, act), entry);
  const thing = thingInWords(kind, act, entry.subject);
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

const WithRole = z.object({ role: GrantedRole });

function roleIn({ before, after }: AuditEntry): string {
  const { role } = WithRole.safeParse(after ?? before).data ?? {};
  return role === undefined ? "a role" : `the role ${role}`;
}

/** Where it was refused before it was clear what would have been done. */
function isPlaceOfWork(kind: string): boolean {
  return kind === "command" || kind === "form" || kind === "button";
}

function useOf(kind: string, act: string): string {
  return kind === "command" ? `the command ${code(`/db ${act}`)}` : `the ${kind} ${code(act)}`;
}
