import { z } from "zod";
import { readErrorBody } from "./transport/error-body.ts";
import type { Answer } from "./transport/exchange.ts";
import type { Redact } from "./transport/redact.ts";
import { header } from "./transport/server-wait.ts";

/** What a server says of its own failure, as far as it can be understood. */
export interface ServerWords {
  /** Cleaned for people: one line, no markup, no secret, no code before it. */
  words: string | undefined;
  requestId: string | undefined;
  /** A field of ours that the server names. */
  field: string | undefined;
  html: boolean;
}

const WithRequestId = z.looseObject({ requestId: z.string() });

// Long enough for a server's sentence, short enough for ours around it.
const mostCharacters = 300;

/** Reads an answer that is no success: JSON of several shapes, HTML, or a plain text. */
export function serverWords(answer: Answer, fieldNames: readonly string[], redact: Redact): ServerWords {
  const html = /^\s*<(!doctype|html|head|body|pre)\b/i.test(answer.text);
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

/** The request id of any answer, where it has one that is plain enough to be shown. */
export function requestIdOf(answer: Answer, redact: Redact): string | undefined {
  const body = WithRequestId.safeParse(json(answer.text)).data;
  const id = body?.requestId ?? header(answer.headers, "x-request-id");
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id) ? redact(id) : undefined;
}

/** The JSON in a text, read by `JSON.parse` or as is said; undefined where there is none. */
export function json(text: string, read: (text: string) => unknown = JSON.parse): unknown {
  try {
    return read(text);
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
