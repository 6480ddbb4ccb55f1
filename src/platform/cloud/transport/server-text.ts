import { z } from "zod";
import { type Answer, header } from "./exchange.ts";
import type { Redact } from "./credentials.ts";

/** What a server says about its own failure, as far as it can be understood. */
export interface ServerWords {
  /** Cleaned for people: one line without markup, secrets or a leading code. */
  words: string | undefined;
  requestId: string | undefined;
  /** A field of ours that the server names. */
  field: string | undefined;
  html: boolean;
}

const WithRequestId = z.looseObject({ requestId: z.string() });

// Long enough for a server's sentence, short enough for ours around it.
const mostCharacters = 300;

/** True for a web page. */
export function isHtml(text: string): boolean {
  return /^\s*<(!doctype|html|head|body|pre)\b/i.test(text);
}

/** Reads an answer that is not a success: JSON of several shapes, HTML, or plain text. */
export function serverWords(answer: Answer, fieldNames: readonly string[], redact: Redact): ServerWords {
  const html = isHtml(answer.text);
  const body = json(answer.text);
  const { texts, names } = readErrorBody(body ?? (html ? undefined : answer.text));
  const words = texts.map((text) => clean(redact(text))).find((text) => text !== "");
  return {
    words,
    requestId: requestIdOf(answer, redact),
    field: names.find((name) => fieldNames.includes(name)) ?? firstNamed(words ?? "", fieldNames),
    html,
  };
}

/** The request id of an answer, if it is plain enough to be shown. */
export function requestIdOf(answer: Answer, redact: Redact): string | undefined {
  const body = WithRequestId.safeParse(json(answer.text)).data;
  const id = body?.requestId ?? header(answer.headers, "x-request-id");
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id) ? redact(id) : undefined;
}

/** The JSON in a text, read by `JSON.parse` or by `read`; undefined if there is none. */
export function json(text: string, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(text);
  } catch {
    // Do not keep the error: the parser quotes what it read, and a password may be in it.
    return undefined;
  }
}

function clean(text: string): string {
  const line = text
    .replaceAll(/<[^>]*>/g, " ")
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ")
    .trim();
  const sentence = line.replace(/^[A-Z][A-Z0-9_]+(: |$)/, "");
  return sentence.length > mostCharacters ? `${sentence.slice(0, mostCharacters - 1)}…` : sentence;
}

function firstNamed(words: string, fieldNames: readonly string[]): string | undefined {
  return words.match(/\w+/g)?.find((word) => fieldNames.includes(word));
}

/** The texts of an error's body, the most useful first, and the names of the fields that it may be about. */
interface ErrorBody {
  texts: string[];
  names: string[];
}

// Running servers use the first two; RFC 9457 and others have the rest.
const textKeys = ["error", "message", "detail", "errors", "details", "msg", "reason", "title"];
const nameKeys = ["field", "path", "loc", "param", "property", "pointer"];

// The body of an error is never deeper.
const deepest = 5;

/** Reads the JSON of an error of any shape: a text, an object, a list of either, or lists by field. */
export function readErrorBody(body: unknown): ErrorBody {
  // Some servers write "body.name" or "#/name".
  const names = namesIn(body, 0).flatMap((path) => path.split(/\W+/));
  return { texts: textsIn(body, 0), names };
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  if (Array.isArray(value)) return joined(value.flatMap((item) => textsIn(item, depth + 1).slice(0, 1)));
  const texts = textKeys.flatMap((key) => textsIn(Reflect.get(value, key), depth + 1));
  return texts.length > 0 || depth === 0 ? texts : joined(textsByField(value, depth));
}

/** Some servers list what is wrong by field: `{ "name": ["is taken"] }`. */
function textsByField(value: object, depth: number): string[] {
  return Object.entries(value).flatMap(([name, said]) =>
    Array.isArray(said) ? textsIn(said, depth + 1).map((text) => `${name}: ${text}`) : [],
  );
}

function joined(texts: string[]): string[] {
  return texts.length === 0 ? [] : [texts.join("; ")];
}

function namesIn(value: unknown, depth: number): string[] {
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, depth + 1));
  const own = nameKeys.flatMap((key) => [Reflect.get(value, key)].flat());
  const inner = textKeys.flatMap((key) => namesIn(Reflect.get(value, key), depth + 1));
  return [...own, ...inner].filter((name) => typeof name === "string");
}
