/** Text of Terraform's language that goes into a file as it is: a reference, a type. */
export interface Verbatim {
  verbatim: string;
}

/** A value of an attribute. Names of objects must be identifiers. */
export type HclValue = string | number | boolean | Verbatim | readonly HclValue[] | HclObject;
/** An object. */
export interface HclObject {
  readonly [name: string]: HclValue;
}

const named: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  '"': '\\"',
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A text in quotes. Nothing in it is a template, ends the text, or is invisible. */
export function hclString(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/[\\"\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => named[sign] ?? byNumber(sign))
    .replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
  return `"${escaped}"`;
}

function byNumber(sign: string): string {
  const hex = (sign.codePointAt(0) ?? 0).toString(16);
  return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** A text as comments, each of its lines on a line. */
export function hclComment(text: string): string {
  return text
    .toWellFormed()
    .split(/[\n\r\u0085\u2028\u2029]/)
    .map((line) => `# ${line.replaceAll(/[\p{Cc}\p{Cf}]/gu, "")}`.trimEnd())
    .join("\n");
}

/** A name as an identifier: small letters, digits and underscores. `taken` has the earlier ones, and gets it. */
export function hclName(name: string, taken: Set<string>): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const base = /^[a-z]/.test(plain) ? plain : `_${plain}`;
  let free = base;
  for (let number = 2; taken.has(free); number += 1) free = `${base}_${number}`;
  taken.add(free);
  return free;
}

/** A block: its head, such as `import`, and its attributes. */
export function hclBlock(head: string, attributes: HclObject): string {
  return `${head} ${objectText(attributes, "")}`;
}

function objectText(attributes: HclObject, indent: string): string {
  const inner = `${indent}  `;
  const entries = Object.entries(attributes);
  if (entries.length === 0) return "{}";
  const lines: string[] = [];
  // As Terraform's formatter does: the equals signs of lines that follow each other are in one column.
  for (const group of groups(entries)) {
    const width = Math.max(...group.map(([name]) => name.length));
    for (const [name, value] of group)
      lines.push(`${inner}${name.padEnd(width)} = ${valueText(value, inner)}`);
  }
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** Attributes with several lines stand alone. */
function groups(entries: [string, HclValue][]): [string, HclValue][][] {
  const found: [string, HclValue][][] = [];
  let together: [string, HclValue][] | undefined;
  for (const entry of entries) {
    const isLong = valueText(entry[1], "").includes("\n");
    if (isLong || !together) found.push((together = [entry]));
    else together.push(entry);
    if (isLong) together = undefined;
  }
  return found;
}

function valueText(value: HclValue, indent: string): string {
  if (typeof value === "string") return hclString(value);
  if (typeof value !== "object") return String(value);
  if (isList(value)) return listText(value, indent);
  return isVerbatim(value) ? value.verbatim : objectText(value, indent);
}

function listText(values: readonly HclValue[], indent: string): string {
  const inner = `${indent}  `;
  if (values.every((value) => typeof value !== "object"))
    return `[${values.map((value) => valueText(value, inner)).join(", ")}]`;
  const lines = values.map((value) => `${inner}${valueText(value, inner)},\n`);
  return `[\n${lines.join("")}${indent}]`;
}

function isList(value: HclValue): value is readonly HclValue[] {
  return Array.isArray(value);
}

function isVerbatim(value: Verbatim | HclObject): value is Verbatim {
  return typeof value["verbatim"] === "string" && Object.keys(value).length === 1;
}
