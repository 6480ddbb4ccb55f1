import { z } from "zod";
import { AppError } from "../../lib/errors.ts";

/** Values that belong together, by name, such as a password and its host. */
export type SecretFields = Readonly<Record<string, string>>;

/** One kind of secret store. `name` is the part of a reference before the colon. */
export interface SecretScheme {
  readonly name: string;
  /**
   * Reads a secret, which is never empty. Fails as user on a malformed locator, without repeating it; as auth if
   * there is no readable secret, with the reference; and as upstream if the store cannot be reached. No error
   * contains the secret.
   */
  read(locator: string): Promise<string>;
  /**
   * Writes these fields, and removes others, at a locator without a field. Each is then readable as `locator#field`.
   * Safe to repeat. Fails like `read`. Absent if the store is read only.
   */
  write?(locator: string, fields: SecretFields): Promise<void>;
  /** Deletes everything at a locator without a field. Succeeds if it is gone already. Absent like `write`. */
  remove?(locator: string): Promise<void>;
}

/** One field of a secret. Fails as auth, with the reference, if there is none. */
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

/** A whole secret, or one field if it is a JSON object. Fails like `readField`. */
export function readText(text: string, field: string | undefined, reference: string): string {
  if (text === "") throw unusable(reference, "is empty. Put the secret there");
  if (field === undefined) return text;
  const fields = fieldsOf(text);
  if (fields) return readField(fields, field, reference);
  throw unusable(reference, "is not in a JSON object. Put an object there, or leave the field out");
}

/** The error for a reference that leads to something unusable. `what` follows the reference. */
export function unusable(reference: string, what: string): AppError {
  return new AppError("auth", `${reference} ${what}.`);
}

/** The fields of a JSON object. The parser's error quotes the text, so it is not kept. */
function fieldsOf(text: string): Record<string, unknown> | undefined {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A writable scheme that is loaded at its first use, because few use it and all would wait at start. */
export function lazyScheme(name: string, load: () => Promise<SecretScheme>): SecretScheme {
  let loaded: Promise<SecretScheme> | undefined;
  const scheme = () => (loaded ??= load());
  return {
    name,
    read: async (locator) => (await scheme()).read(locator),
    write: async (locator, fields) => (await scheme()).write?.(locator, fields),
    remove: async (locator) => (await scheme()).remove?.(locator),
  };
}
