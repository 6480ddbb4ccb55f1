import type { AuditEntry } from "./log.ts";
import { fieldsOf, labelOf } from "./fields.ts";
import { valueInWords } from "./values.ts";

const mostShown = 8;

/** What differs between before and after, in a line of mrkdwn, as in "Rules 2 → 3 · Paused yes"; empty where nothing does. */
export function changesInWords({ before, after }: AuditEntry, mentions: boolean): string {
  const [old, present] = [valuesOf(before, mentions), valuesOf(after, mentions)];
  const names = [...new Set([...old.keys(), ...present.keys()])];
  const changed = names.filter((name) => old.get(name) !== present.get(name));
  const shown = changed
    .slice(0, mostShown)
    .map((name) => `${labelOf(name)} ${changeOf(old.get(name), present.get(name))}`.trim());
  const more = changed.length > mostShown ? [`${changed.length - mostShown} more`] : [];
  return [...shown, ...more].join(" · ");
}

function changeOf(was: string | undefined, is: string | undefined): string {
  if (was === undefined) return is ?? "";
  return is === undefined ? `was ${was}` : `${was} → ${is}`;
}

function valuesOf(value: AuditEntry["after"], mentions: boolean): Map<string, string> {
  return new Map(fieldsOf(value).map(([name, each]) => [name, valueInWords(name, each, mentions)]));
}
