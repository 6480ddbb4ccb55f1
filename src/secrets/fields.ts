import { AppError } from "../errors.ts";

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

/** The AppError for a reference under which there is something, but no secret; `what` goes on after the reference. */
export function unusable(reference: string, what: string): AppError {
  return new AppError("auth", `${reference} ${what}.`);
}
