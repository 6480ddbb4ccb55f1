import type { AppError } from "../../lib/errors.ts";
import { code, escapeMrkdwn } from "./escape.ts";

/** A failure as mrkdwn for people: its message, and the other server's request id to quote. */
export function explain({ message, requestId }: AppError): string {
  const quoted = requestId === undefined ? "" : ` Request id: ${code(requestId)}.`;
  return escapeSentence(message) + quoted;
}

/** Escapes a sentence of ours that names things from elsewhere; its code between backticks stays code. */
export function escapeSentence(sentence: string): string {
  return sentence
    .split(/`([^`\n]+)`/)
    .map((part, index) => (index % 2 === 1 ? code(part) : escapeMrkdwn(part)))
    .join("");
}
