import { foldName } from "../../../../lib/text.ts";
import { hashText } from "../../../../lib/hash.ts";

// A resolve says so on the same line. Greedy, because the values of a group may hold quotation marks. No two parts
// match the same spaces, because a long run of them would then be slow.
const groupLine = /^\s*Group: "([^\n]*)"(?: - ([^"\n]*)|[^\S\n]*)(?:\n|$)/;

/** Takes the line `Group: "Service:api, Region:eu"` off the beginning of a body, and returns the group and the rest. */
export function takeGroup(text: string): { group?: string; body: string } {
  const found = groupLine.exec(text);
  if (!found) return { body: text };
  const rest = text.slice(found[0].length);
  const said = found[2]?.trim() ?? "";
  return { group: found[1], body: said === "" ? rest : `${said}\n${rest}`.trimEnd() };
}

const longest = 500;

/** The key of an alert with an id. */
export function idKey(id: string): string {
  return short("id:", id);
}

/** The key of an alert without an id. */
export function nameKey(alertName: string, group: string | undefined): string {
  return short("name:", `${foldName(alertName)}|${foldName(group)}`);
}

/** The key of an unreadable delivery. Texts that differ only in digits have the same key. */
export function unreadableKey(text: string): string {
  return `unreadable:${hashText(text.replace(/\d+/g, ""))}`;
}

function short(kind: string, rest: string): string {
  return kind.length + rest.length <= longest ? kind + rest : `${kind}#${hashText(rest)}`;
}

// The names under which senders nest the fields of an alert.
const wrappers = new Set([
  ..."alert alerts event events incident incidents data payload issue monitor heartbeat notification problem alarm".split(
    " ",
  ),
  ..."check rule attributes essentials customdetails embeds context condition allof detail details trigger".split(
    " ",
  ),
  ..."metricalert alertrule alertgroup fields result message body".split(" "),
]);
const deepest = 6;
const mostLayers = 16;

/**
 * The object and the nested objects about the same alert, the outer ones first. Names are normalized: "event_type" and
 * "eventType" become "eventtype".
 */
export function layersOf(body: Record<string, unknown>): Record<string, unknown>[] {
  const layers: Record<string, unknown>[] = [];
  let level = [body];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const normalized = level.map(normalizeNames);
    layers.push(...normalized);
    level = normalized.flatMap(innerOf);
  }
  return layers.slice(0, mostLayers);
}

function normalizeNames(record: Record<string, unknown>): Record<string, unknown> {
  // If two names become equal, the first one stays.
  const entries = Object.entries(record).map(([name, value]) => [
    name.toLowerCase().replace(/[^a-z\d]/g, ""),
    opened(value),
  ]);
  return Object.fromEntries(entries.toReversed());
}

/** The object or list in a text that is JSON of one; any other value as it is. */
export function opened(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The nested objects of a layer; of a list, the first item. */
function innerOf(layer: Record<string, unknown>): Record<string, unknown>[] {
  return wrapped(layer)
    .map((value): unknown => (Array.isArray(value) ? value[0] : value))
    .filter(isRecord);
}

/** The objects of the first list of alerts in a layer. */
export function listIn(layer: Record<string, unknown>): Record<string, unknown>[] {
  return wrapped(layer).find(Array.isArray)?.filter(isRecord) ?? [];
}

function wrapped(layer: Record<string, unknown>): unknown[] {
  return Object.entries(layer).flatMap(([name, value]) => (wrappers.has(name) ? [value] : []));
}

/** True for an object that is not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text or a finite number as a text; any other value as "". */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** The first value that is a non-blank text or a number; else "". */
export function firstText(...values: unknown[]): string {
  for (const value of values) {
    const text = textOf(value);
    if (text.trim() !== "") return text;
  }
  return "";
}

/** An own field of an object, so never `constructor` and the like. */
export function own(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Finds fields of an object by name: first the exact name, then in any case. */
export function fieldsOf(record: Record<string, unknown>): (name: string) => unknown {
  let names: Map<string, string> | undefined;
  return (name) => {
    if (Object.hasOwn(record, name)) return record[name];
    names ??= new Map(Object.keys(record).map((each) => [each.toLowerCase(), each]));
    const found = names.get(name.toLowerCase());
    return found === undefined ? undefined : record[found];
  };
}
