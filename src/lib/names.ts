import { lazily } from "./cache.ts";
import { foldName, oneLine } from "./text.ts";

// Slack's clients turn straight quotes into curly ones.
const quoted = /^\s*["“”„‟«»]([^"“”„‟«»]+)["“”„‟«»]\s*([\s\S]*)$/;

/** A text without the quotation marks that enclose it. */
export function unquoted(text: string): string {
  const [, inner, rest] = quoted.exec(text) ?? [];
  return inner !== undefined && rest === "" ? inner.trim() : text;
}

/** The first word, or the first text in quotation marks, and the rest as it was typed. */
export function firstName(words: string): { name: string; rest: string } {
  const [, name, rest = ""] = quoted.exec(words) ?? /^\s*(<[^>]*>|\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  return { name: name ?? "", rest };
}

/**
 * The thing with the longest name that the words begin with, ignoring case and quotation marks, and the rest as it was
 * typed.
 */
export function nameAtStart<Thing extends { name: string }>(
  words: string,
  things: readonly Thing[],
): { thing: Thing; rest: string } | undefined {
  if (quoted.test(words)) {
    const { name, rest } = firstName(words);
    const thing = things.find((one) => foldName(one.name) === foldName(name));
    return thing && { thing, rest };
  }
  const longestFirst = things.toSorted((a, b) => b.name.length - a.name.length);
  for (const thing of longestFirst) {
    const count = oneLine(thing.name).split(" ").length;
    const [, begin, rest = ""] =
      new RegExp(`^\\s*(\\S+(?:\\s+\\S+){${count - 1}})(?:\\s+([\\s\\S]*))?$`).exec(words) ?? [];
    if (foldName(begin) === foldName(thing.name)) return { thing, rest };
  }
  return undefined;
}

/** Longer than most names, and shorter than keys and tokens. */
const longestRepeated = 24;

/**
 * An unknown name as a message repeats it: as in "called “orders”", or as "with that name" if it is long. A long one may
 * be a secret that was pasted by mistake, and messages of failures are logged.
 */
export function calledName(typed: string): string {
  return typed.length > longestRepeated ? "with that name" : `called “${typed}”`;
}

/**
 * True if a text fits a pattern, in which "*" is any text or none; case does not matter. It takes time by the product
 * of the two lengths at most, whatever the pattern.
 */
export function fitsGlob(pattern: string, text: string): boolean {
  const [first = "", ...parts] = pattern.toLowerCase().split("*");
  const lower = text.toLowerCase();
  const last = parts.pop();
  if (last === undefined) return lower === first;
  if (!lower.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = lower.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return lower.length - last.length >= at && lower.endsWith(last);
}

/** A service by its id, with the name that a person or the cloud gave it. */
export interface NamedService {
  serviceId: string;
  name: string;
}

/** The name of a service in every message, from its id and its name at the cloud. */
export type ServiceLabel = (serviceId: string, name: string) => string;

/**
 * One label per service, the same everywhere. A service that is known by name has that name, because commands take it.
 * Any other has its name at the cloud, with its id added if another service has that name too.
 */
export function serviceLabels(
  known: readonly NamedService[],
  seen: readonly NamedService[] = [],
): ServiceLabel {
  const knownNames = new Map(known.map(({ serviceId, name }) => [normalizeId(serviceId), name]));
  const idsByName = new Map<string, Set<string>>();
  for (const { serviceId, name } of [...known, ...seen]) {
    const ids = idsByName.get(foldName(name)) ?? new Set();
    idsByName.set(foldName(name), ids.add(normalizeId(serviceId)));
  }
  const isTaken = (name: string, byOther: (id: string) => boolean) =>
    [...(idsByName.get(foldName(name)) ?? [])].some(byOther);

  return (serviceId, name) => {
    const id = normalizeId(serviceId);
    const known = knownNames.get(id);
    if (known !== undefined) return known;
    if (!isTaken(name, (other) => other !== id)) return name;
    const short = shortId(id);
    const longer = `${name} ${short}`;
    const isAmbiguous =
      isTaken(name, (other) => other !== id && shortId(other) === short) ||
      isTaken(longer, (other) => other !== id);
    return isAmbiguous ? `${name} ${serviceId}` : longer;
  };
}

/** Servers write the same id in upper and in lower case. */
function normalizeId(serviceId: string): string {
  return serviceId.toLowerCase();
}

function shortId(serviceId: string): string {
  return serviceId.slice(0, 8);
}

// Made for the first names that are sorted: to make it loads what is known of languages.
const made = lazily({ inOrder: () => new Intl.Collator("en", { numeric: true }) });

/** Compares two names as people sort them: "Shop 9" comes before "Shop 10". */
export function compareNames(one: string, other: string): number {
  return made.inOrder.compare(one, other);
}
