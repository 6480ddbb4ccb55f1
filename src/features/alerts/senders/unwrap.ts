import type { AlertEvent } from "../incident/event-record.ts";
import { longestBody } from "./reading/text.ts";
import { unreadableKey } from "./reading/fields.ts";

const name = "A delivery that could not be read";

/** The event of a delivery that nobody can read, with the reason as in "is not JSON"; its body is the text as it came. */
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

/** What was found in the bytes of a body: a value of JSON or a plain text, and what is wrong with it as JSON, if anything. */
interface Unwrapped {
  text: string;
  value: unknown;
  problem?: "is empty" | "is not JSON" | "is nested too deep";
}

/** Reads the bytes of a body: JSON, JSON in a string of JSON, or JSON in the field `payload` of a form. */
export function unwrap(raw: Buffer): Unwrapped {
  const text = raw.toString("utf8").replace(/^\ufeff/, "");
  if (!/\S/.test(text)) return { text, value: undefined, problem: "is empty" };
  return { text, ...unwrapText(formPayload(text) ?? text, mostWrappings) };
}

function unwrapText(text: string, wrappings: number): Omit<Unwrapped, "text"> {
  if (isNestedDeeper(text, deepestNesting)) return { value: undefined, problem: "is nested too deep" };
  const value = parse(text) ?? parse(withoutGaps(text));
  // A sender's template may be a plain text, too.
  if (value === undefined) return { value: text, problem: "is not JSON" };
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

// A name with nothing for its value: a variable that the sender's template left empty and unquoted. Inside a text of
// JSON every quotation mark has a backslash before it, so this never fits there.
const gap = /("\w+"\s*:)\s*(?=[,}])/g;

function withoutGaps(text: string): string {
  return text.replace(gap, "$1null");
}

function formPayload(text: string): string | undefined {
  if (!/^(?:[\w.%+-]+=[^&\s]*&)*payload=[^\s&]/.test(text)) return undefined;
  return new URLSearchParams(text).get("payload") ?? undefined;
}

/** Whether brackets stand in each other deeper than that; told before it is parsed, and without going down itself. */
function isNestedDeeper(text: string, deepest: number): boolean {
  // As good as every body has fewer brackets than it may have depth.
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
