import { z } from "zod";
import { AppError } from "../../lib/errors.ts";

/** What belongs together and is kept in one place, by name: say a password and the host it is for. */
export type SecretFields = Readonly<Record<string, string>>;

/** One way to keep secrets: `name` is what stands before the colon in a reference. */
export interface SecretScheme {
  readonly name: string;
  /**
   * Reads the secret that a locator finds, never an empty one. Fails as user on a locator of the wrong form, which it
   * does not repeat, as auth where there is no secret to read, naming the reference, and as upstream where the place
   * cannot be reached just now. No error holds the secret.
   */
  read(locator: string): Promise<string>;
  /**
   * Keeps these fields and no others under a locator without a field; each can then be read as `locator#field`. What
   * was there before is replaced, so that writing the same again does no harm. Fails as `read` does; absent where
   * secrets can only be read.
   */
  write?(locator: string, fields: SecretFields): Promise<void>;
  /** Deletes all that is kept under a locator without a field; what is gone already is as good. Absent like `write`. */
  remove?(locator: string): Promise<void>;
}

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

/** A scheme that can write and is loaded when it is first needed: few use it, and all would wait for it at start. */
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
