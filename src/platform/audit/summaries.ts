import { hashJson } from "../../lib/hash.ts";
import type { AuditEntry } from "./log.ts";

/** What the audit log keeps of something: its settings by name, long ones as a digest, and never a secret. */
export type Summary = Readonly<Record<string, NonNullable<AuditEntry["after"]> | undefined>>;

/** What differs between two summaries, as each has it. */
export function difference(before: Summary, after: Summary): { before: Plain; after: Plain } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (summary: Summary) =>
    Object.fromEntries(changed.map((name) => [name, summary[name] ?? null] as const));
  return { before: pick(before), after: pick(after) };
}

type Plain = Record<string, NonNullable<AuditEntry["after"]> | null>;

/** A summary without what is not there. */
export function plain(summary: Summary): Plain {
  return difference({}, summary).after;
}

/** Tells one value from another, where the value itself is too long for an entry. */
export function shortHash(value: unknown): string | undefined {
  return value === undefined ? undefined : hashJson(value, 12);
}
