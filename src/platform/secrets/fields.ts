import { z } from "zod";
import { AppError } from "../../lib/errors.ts";

/** The text of one of the fields that are kept together; fails as auth where there is none, naming the reference. */
export function readField(
  fields: Readonly<Record<string, unknown>>,
  field: string,
  reference: string,
): string {
  const secret = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (secret === undefined) throw unusable(reference, "has no such field. Add it, or correct the reference");
  if (typeof secret !== "string") throw unusable(reference, "is not text. Put the secret there as text");
  if (secret === "") throw unusable(reference, "is empty. Put the secret there");
  return secret;
}

/** A text that is kept, or that of a field where it is a JSON object; fails likewise. */
export function readText(text: string, field: string | undefined, reference: string): string {
  if (text === "") throw unusable(reference, "is empty. Put the secret there");
  if (field === undefined) return text;
  const fields = fieldsOf(text);
  if (fields) return readField(fields, field, reference);
  throw unusable(reference, "is not in a JSON object. Put an object there, or leave the field out");
}

/** The AppError for a reference under which there is something, but no secret; `what` goes on after the reference. */
export function unusable(reference: string, what: string): AppError {
  return new AppError("auth", `${reference} ${what}.`);
}

/** The fields of a JSON object; the parser's own error is left out, for it quotes the text. */
function fieldsOf(text: string): Record<string, unknown> | undefined {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
