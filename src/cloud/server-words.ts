import { z } from "zod";
import type { Answer } from "./exchange.ts";
import type { Redact } from "./redact.ts";
import { header } from "./server-wait.ts";

/** What a server says of its own failure, as far as it can be understood. */
export interface ServerWords {
  /** Cleaned for people: one line, no markup, no secret, no code before it. */
  words: string | undefined;
  requestId: string | undefined;
  /** A field of ours that the server names. */
  field: string | undefined;
  html: boolean;
}

// As seen on the wire: `error` or `message` is a text, at times an object around one.
const Said = z.union([
  z.string(),
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
]);
const ErrorBody = z.looseObject({
  requestId: z.string().optional().catch(undefined),
  error: Said.optional().catch(undefined),
  message: Said.optional().catch(undefined),
  field: z.string().optional().catch(undefined),
});

// Long enough for a server's sentence, short enough for ours around it.
const mostCharacters = 300;

/** Reads an answer that is no success: JSON of several shapes, HTML, or a plain text. */
export function serverWords(answer: Answer, fieldNames: readonly string[], redact: Redact): ServerWords {
  const html = /^\s*<(!doctype|html|head|body|pre)\b/i.test(answer.text);
  const body = ErrorBody.safeParse(json(answer.text)).data;
  const said = body ? (body.error ?? body.message) : html ? undefined : answer.text;
  const words = said && clean(redact(said));
  return {
    words: words || undefined,
    requestId: requestIdOf(answer, redact),
    field: fieldNames.find((name) => name === body?.field) ?? firstNamed(words ?? "", fieldNames),
    html,
  };
}

/** The request id of any answer, where it has one that is plain enough to be shown. */
export function requestIdOf(answer: Answer, redact: Redact): string | undefined {
  const body = ErrorBody.safeParse(json(answer.text)).data;
  const id = body?.requestId ?? header(answer.headers, "x-request-id");
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id) ? redact(id) : undefined;
}

/** The JSON in a text; undefined where there is none. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not kept as a cause: the parser quotes what it read, and a password may be in it.
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
