import { isRecord, own } from "./fields.ts";

/** The text that a body consists of: the whole of it, or its field `text`. */
export function textIn(body: unknown): string | undefined {
  const text = isRecord(body) ? own(body, "text") : body;
  return typeof text === "string" ? text : undefined;
}

const separator = " | ";

/** The parts of a text, also where its last one is empty and somebody trimmed it. */
export function partsOf(text: string): string[] {
  return (text.endsWith(" |") ? `${text} ` : text).split(separator);
}

// The beginnings of a body; a title has no such line in it.
const bodyStart = /^(?:\s*\n|Group: "|The alert has been resolved)/;

/** Parts into a title and a body, either of which may hold the sign that parts them. */
export function titleAndBody(parts: readonly string[]): { title: string; body: string } {
  const at = parts.findIndex((part, index) => index > 0 && bodyStart.test(part));
  const end = at === -1 ? 1 : at;
  return { title: parts.slice(0, end).join(separator), body: parts.slice(end).join(separator) };
}
