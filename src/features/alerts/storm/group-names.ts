import { plural } from "../../../lib/text.ts";

/** The groups of identical alerts: what they are called together, and their names with runs of numbers shortened. */
interface NamedGroups {
  /** In plural if there are several, as in "services". */
  noun: string;
  /** As in "service-00001 … 00400, web". Plain text. */
  names: string;
}

const simple = /^([\w.-]*?)([A-Za-z]+):\s*(.+)$/;

/** Names groups such as "ServiceName:checkout-1". Undefined if no alert has a group. */
export function nameGroups(groups: readonly string[], mostLength: number): NamedGroups | undefined {
  const [first] = groups;
  if (first === undefined) return undefined;
  const read = groups.map((group) => (group.includes(", ") ? null : simple.exec(group)));
  const label = read[0]?.[2];
  const isUniform = label !== undefined && read.every((one) => one?.[2] === label);
  const values = isUniform ? read.map((one) => one?.[3] ?? "") : groups;
  const noun = isUniform ? nounOf(label) : "group";
  return { noun: plural(groups.length, noun).replace(/^\S+ /, ""), names: shortRuns(values, mostLength) };
}

/** "ServiceName" is a service, "pod_id" a pod. */
function nounOf(label: string): string {
  const noun = label.replace(/(?:Name|Id|name|id)$/, "").toLowerCase();
  return noun === "" ? label.toLowerCase() : noun;
}

interface Numbered {
  text: string;
  prefix: string;
  digits: string;
}

function numbered(text: string): Numbered {
  const [, prefix = text, digits = ""] = /^(.*?)(\d{0,15})$/s.exec(text) ?? [];
  return { text, prefix, digits };
}

/** The names in their natural order, with runs of three or more numbers as their ends, cut at a length. */
function shortRuns(names: readonly string[], mostLength: number): string {
  const sorted = names.map(numbered).toSorted(inOrder);
  const parts: string[] = [];
  let length = 0;
  let shown = 0;
  for (let start = 0; start < sorted.length;) {
    const end = endOfRun(sorted, start);
    const run = sorted.slice(start, end - start < 3 ? start + 1 : end);
    const [from, to] = [run[0]?.text ?? "", run.at(-1)?.digits ?? ""];
    const part = run.length === 1 ? from : `${from} … ${to}`;
    if (parts.length > 0 && length + part.length + 2 > mostLength) break;
    parts.push(part);
    length += part.length + 2;
    shown += run.length;
    start += run.length;
  }
  const rest = names.length - shown;
  return `${parts.join(", ")}${rest > 0 ? ` and ${rest.toLocaleString("en-US")} more` : ""}`;
}

function inOrder(a: Numbered, b: Numbered): number {
  if (a.prefix !== b.prefix) return a.prefix < b.prefix ? -1 : 1;
  return Number(a.digits) - Number(b.digits) || a.digits.length - b.digits.length;
}

/** The index after the last name that continues the numbers from `start` on. */
function endOfRun(sorted: readonly Numbered[], start: number): number {
  let end = start + 1;
  while (isNext(sorted[end - 1], sorted[end])) end += 1;
  return end;
}

function isNext(one: Numbered | undefined, next: Numbered | undefined): boolean {
  if (!one || !next || one.digits === "" || one.prefix !== next.prefix) return false;
  const isSameForm = one.digits.length === next.digits.length || !next.digits.startsWith("0");
  return isSameForm && Number(next.digits) === Number(one.digits) + 1;
}
