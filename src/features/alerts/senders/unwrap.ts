import type { AlertEvent } from "../incident/event-record.ts";
import { longestBody } from "./reading/text.ts";
import { unreadableKey } from "./reading/fields.ts";

const name = "Unreadable delivery";

/** The event of an unreadable delivery. Its title has the reason, as in "isn't JSON"; its body is the raw text. */
export function unreadable(text: string, reason: string): AlertEvent {
  return {
    sender: "unreadable",
    key: unreadableKey(text),
    title: `A delivery that ${reason}`,
    alertName: name,
    body: text.slice(0, longestBody).toWellFormed(),
    state: "unclear",
    isUnreadable: true,
  };
}

const mostWrappings = 3;
const deepestNesting = 32;

/** The content of a body: its text, its JSON value or plain text, and the problem with it as JSON, if any. */
interface Unwrapped {
  text: string;
  value: unknown;
  problem?: "is empty" | "isn't JSON" | "is nested too deep";
}

/** Reads the bytes of a body: JSON, JSON in a JSON string, a form, or JSON in the field `payload` of a form. */
export function unwrap(raw: Buffer): Unwrapped {
  const text = raw.toString("utf8").replace(/^\ufeff/, "");
  if (!/\S/.test(text)) return { text, value: undefined, problem: "is empty" };
  const form = formIn(text);
  const payload = form?.get("payload");
  if (form && !payload) return { text, value: Object.fromEntries(form) };
  return { text, ...unwrapText(payload ?? text, mostWrappings) };
}

function unwrapText(text: string, wrappings: number): Omit<Unwrapped, "text"> {
  if (isNestedDeeper(text, deepestNesting)) return { value: undefined, problem: "is nested too deep" };
  const value = parse(text) ?? parse(withoutGaps(text));
  // A sender's template may be plain text.
  if (value === undefined) return { value: text, problem: "isn't JSON" };
  if (typeof value !== "string" || wrappings === 0) return { value };
  return unwrapText(value, wrappings - 1);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// A name without a value: an unquoted variable that the sender's template left empty. Inside a JSON string, every
// quotation mark has a backslash before it, so this never matches there.
const gap = /("\w+"\s*:)\s*(?=[,}])/g;

function withoutGaps(text: string): string {
  return text.replace(gap, "$1null");
}

const withPayload = /^(?:[\w.%+-]+=[^&\s]*&)*payload=[^\s&]/;
const several = /^[\w.%+[\]-]+=[^&\s{"]*(?:&[\w.%+[\]-]+=[^&\s{"]*)+$/;

/** The fields of a form: with one that is named payload, or several of any name. */
function formIn(text: string): URLSearchParams | undefined {
  return withPayload.test(text) || several.test(text.trim()) ? new URLSearchParams(text.trim()) : undefined;
}

/** True if brackets are nested deeper than that. It runs before the parser and does not recurse. */
function isNestedDeeper(text: string, deepest: number): boolean {
  // Almost every body has fewer brackets than the allowed depth.
  if (text.split(/[[{]/, deepest + 2).length <= deepest + 1) return false;
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === backslash && isQuoted) index += 1;
    else if (sign === quote) isQuoted = !isQuoted;
    else if (!isQuoted && (sign === openBrace || sign === openBracket)) depth += 1;
    else if (!isQuoted && (sign === closeBrace || sign === closeBracket)) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [34, 92, 123, 125, 91, 93];
