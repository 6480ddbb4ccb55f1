import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { oneLine, plural, truncate } from "../../../lib/text.ts";

/** The fields of a record of which nothing is known but that it is JSON, a line of mrkdwn each, and how many were left out. */
export interface FieldLines {
  lines: string[];
  leftOut: number;
}

const longestName = 50;
const longestValue = 100;
const mostInObject = 6;

/**
 * Says a record's fields as `name: value`, one level into what they hold. Empty ones are passed over, what smells of a
 * secret is said to be hidden, and ids that others go by are said by their names.
 */
export function fieldLines(
  record: Readonly<Record<string, unknown>>,
  nameOf: (id: string) => string | undefined,
  most: number,
): FieldLines {
  const said = Object.entries(record).flatMap(([name, value]) => {
    const words = valueInWords(name, value, nameOf);
    return words === undefined ? [] : [`• ${escapeName(name, longestName)}: ${words}`];
  });
  return { lines: said.slice(0, most), leftOut: Math.max(0, said.length - most) };
}

type NameOf = (id: string) => string | undefined;

/** Undefined where there is nothing to say. */
function valueInWords(name: string, value: unknown, nameOf: NameOf): string | undefined {
  if (isEmpty(value)) return undefined;
  if (secretName.test(name)) return "hidden";
  if (Array.isArray(value)) return listInWords(name, value, nameOf);
  return isObject(value) ? objectInWords(value, nameOf) : plainInWords(value, nameOf);
}

function objectInWords(value: Record<string, unknown>, nameOf: NameOf): string | undefined {
  const filled = Object.entries(value).filter(([, inner]) => !isEmpty(inner));
  const said = filled.slice(0, mostInObject).map(([name, inner]) => {
    const words = secretName.test(name) ? "hidden" : shortInWords(inner, nameOf);
    return `${escapeName(name, longestName)} ${words}`;
  });
  if (said.length === 0) return undefined;
  const rest = filled.length - said.length;
  return [...said, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

function listInWords(name: string, values: readonly unknown[], nameOf: NameOf): string {
  const isPlain = values.every((value) => !Array.isArray(value) && !isObject(value));
  if (!isPlain)
    return values.length === 1 ? onlyInWords(name, values[0], nameOf) : plural(values.length, "item");
  const said = values.slice(0, mostInObject).map((value) => plainInWords(value, nameOf));
  const rest = values.length - said.length;
  return [...said, ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

function onlyInWords(name: string, value: unknown, nameOf: NameOf): string {
  return (isObject(value) && valueInWords(name, value, nameOf)) || "1 item";
}

/** What is nested deeper is counted. */
function shortInWords(value: unknown, nameOf: NameOf): string {
  if (Array.isArray(value)) return plural(value.length, "item");
  return isObject(value) ? plural(Object.keys(value).length, "field") : plainInWords(value, nameOf);
}

function plainInWords(value: unknown, nameOf: NameOf): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  const name = nameOf(text);
  if (name !== undefined) return escapeName(name);
  return code(truncate(oneLine(visible(withoutSecrets(text))), longestValue));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every((inner) => isEmpty(inner));
}

const secretName =
  /pass(?:word|wd|phrase)|token|secret|credential|cookie|authorization|^auth$|headers?$|(?:api|access|private|signing|encryption)[-_ ]?key|connection[-_ ]?string|dsn$/i;

/** A text without what addresses and headers carry of secrets. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\/\/[^/@\s]*@/g, "//hidden@")
    .replace(/\b(bearer|basic)\s+\S+/gi, "$1 hidden")
    .replace(/\b([\w-]*(?:password|token|secret|api[-_]?key))=[^&\s;]+/gi, "$1=hidden");
}
