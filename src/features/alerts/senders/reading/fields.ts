import { foldName } from "../../../../lib/text.ts";
import { hashText } from "../../../../lib/hash.ts";

/** A body without the line that names its group, and the group. */
interface GroupedBody {
  group?: string;
  body: string;
}

// A resolve says on the same line that it is one. Greedy: the values of a group may hold quotation marks. Of two ways to
// read the same spaces, a long line of them would be read in all combinations.
const groupLine = /^\s*Group: "([^\n]*)"(?: - ([^"\n]*)|[^\S\n]*)(?:\n|$)/;

/** Takes the line `Group: "Service:api, Region:eu"` off the beginning of a body. */
export function takeGroup(text: string): GroupedBody {
  const found = groupLine.exec(text);
  if (!found) return { body: text };
  const rest = text.slice(found[0].length);
  const said = found[2]?.trim() ?? "";
  return { group: found[1], body: said === "" ? rest : `${said}\n${rest}`.trimEnd() };
}

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

// Where senders put what tells of the alert, beside what tells of the delivery.
const wrappers = new Set(
  "alert alerts event events incident incidents data payload issue monitor heartbeat notification problem alarm check rule attributes essentials customdetails embeds".split(
    " ",
  ),
);
const deepest = 4;
const mostLayers = 12;

/** The object and those inside it that tell of the same thing, the outer ones first, each with its names folded: "event_type" and "eventType" are "eventtype". */
export function layersOf(body: Record<string, unknown>): Record<string, unknown>[] {
  const layers: Record<string, unknown>[] = [];
  let level = [body];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const folded = level.map(foldNames);
    layers.push(...folded);
    level = folded.flatMap(innerOf);
  }
  return layers.slice(0, mostLayers);
}

function foldNames(record: Record<string, unknown>): Record<string, unknown> {
  // The first of two names that become one stays.
  const entries = Object.entries(record).map(([name, value]) => [
    name.toLowerCase().replace(/[^a-z\d]/g, ""),
    value,
  ]);
  return Object.fromEntries(entries.toReversed());
}

/** Of a list, what tells of its first item. */
function innerOf(layer: Record<string, unknown>): Record<string, unknown>[] {
  return wrapped(layer)
    .map((value): unknown => (Array.isArray(value) ? value[0] : value))
    .filter(isRecord);
}

/** The objects of the first list in a layer that tells of alerts. */
export function listIn(layer: Record<string, unknown>): Record<string, unknown>[] {
  return wrapped(layer).find(Array.isArray)?.filter(isRecord) ?? [];
}

function wrapped(layer: Record<string, unknown>): unknown[] {
  return Object.entries(layer).flatMap(([name, value]) => (wrappers.has(name) ? [value] : []));
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text or a number as a text, and everything else as an empty one. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** The first of the values that says something: a text that is not blank, or a number. */
export function firstText(...values: unknown[]): string {
  for (const value of values) {
    const text = textOf(value);
    if (text.trim() !== "") return text;
  }
  return "";
}

/** A field that is the object's own, so that `constructor` and the like are never found. */
export function own(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Finds the fields of an object by name: as it is written, else in any case. */
export function fieldsOf(record: Record<string, unknown>): (name: string) => unknown {
  let names: string[] | undefined;
  return (name) => {
    if (Object.hasOwn(record, name)) return record[name];
    names ??= Object.keys(record);
    // Most are told apart by how long they are.
    const found = names.findLast((each) => each.length === name.length && isSameName(each, name));
    return found === undefined ? undefined : record[found];
  };
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
