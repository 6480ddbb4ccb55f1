import { foldName } from "../../../../lib/text.ts";
import { hashText } from "../../../../lib/hash.ts";

const longest = 500;

/** The key of an alert that its sender has an id for. */
export function idKey(id: string): string {
  return short("id:", id);
}

/** The key of an alert without an id. */
export function nameKey(alertName: string, group: string | undefined): string {
  return short("name:", `${foldName(alertName)}|${foldName(group)}`);
}

/** The key of a delivery that could not be read: the same for texts that differ in their digits only. */
export function unreadableKey(text: string): string {
  return `unreadable:${hashText(text.replace(/\d+/g, ""))}`;
}

function short(kind: string, rest: string): string {
  return kind.length + rest.length <= longest ? kind + rest : `${kind}#${hashText(rest)}`;
}
