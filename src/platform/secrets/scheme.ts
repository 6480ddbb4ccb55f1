import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";

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

/** What is done at a store, for the words of a failure. */
export interface Task {
  verb: "read" | "write" | "delete";
  reference: string;
}

/** A store with locators of a secret's address and, to read, one of its fields after a `#`. */
interface Store<Address> {
  name: string;
  /** What follows the name, as in "the name of a secret". It ends a sentence for people. */
  usage: string;
  /** Undefined if the text is not an address. */
  addressOf(text: string): Address | undefined;
  write(address: Address, fields: SecretFields, task: Task): Promise<void>;
  remove(address: Address, task: Task): Promise<void>;
}

interface TextStore<Address> extends Store<Address> {
  /** The whole secret. If a field is named, the text must be a JSON object. */
  readText(address: Address, task: Task): Promise<string>;
}

interface FieldStore<Address> extends Store<Address> {
  /** The fields of a secret. A locator must name one of them. */
  readFields(address: Address, task: Task): Promise<Readonly<Record<string, unknown>>>;
}

/** The scheme of a store that can be written. */
export function storeScheme<Address>(store: TextStore<Address> | FieldStore<Address>): SecretScheme {
  const { name, usage } = store;

  // Never repeats the locator, because a malformed one may be the secret itself.
  const malformed = () => new AppError("user", `After ${name}: comes ${usage}.`);

  function partsOf(locator: string): { address: Address; field: string | undefined } {
    const [, text = "", field] = /^([^#]+)(?:#(.+))?$/.exec(locator) ?? [];
    const address = store.addressOf(text);
    if (address === undefined) throw malformed();
    return { address, field };
  }

  function wholeAddress(locator: string): Address {
    const { address, field } = partsOf(locator);
    if (field !== undefined) throw malformed();
    return address;
  }

  return {
    name,
    async read(locator) {
      const { address, field } = partsOf(locator);
      const task: Task = { verb: "read", reference: `${name}:${locator}` };
      if ("readText" in store) return fieldOf(await store.readText(address, task), field, task.reference);
      if (field === undefined) throw malformed();
      return readField(await store.readFields(address, task), field, task.reference);
    },
    async write(locator, fields) {
      await store.write(wholeAddress(locator), fields, { verb: "write", reference: `${name}:${locator}` });
    },
    async remove(locator) {
      await store.remove(wholeAddress(locator), { verb: "delete", reference: `${name}:${locator}` });
    },
  };
}

function readField(fields: Readonly<Record<string, unknown>>, field: string, reference: string): string {
  const secret = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (secret === undefined) throw unusable(reference, "has no such field. Add it, or correct the reference");
  if (typeof secret !== "string") throw unusable(reference, "is not text. Put the secret there as text");
  if (secret === "") throw unusable(reference, "is empty. Put the secret there");
  return secret;
}

function fieldOf(text: string, field: string | undefined, reference: string): string {
  if (text === "") throw unusable(reference, "is empty. Put the secret there");
  if (field === undefined) return text;
  // The parser's error would quote the text.
  const fields = JsonText.pipe(z.record(z.string(), z.unknown())).safeParse(text).data;
  if (fields) return readField(fields, field, reference);
  throw unusable(reference, "is not in a JSON object. Put an object there, or leave the field out");
}

/** The error for a reference that leads to something unusable. `what` follows the reference. */
export function unusable(reference: string, what: string): AppError {
  return new AppError("auth", `${reference} ${what}.`);
}

/** The error for a reference that leads to nothing. */
export function nothingAt(reference: string): AppError {
  return new AppError(
    "auth",
    `There is nothing at ${reference}. Put the secret there, or correct the reference.`,
  );
}

/** The error for a store that may work a little later. `what` it could not do, as in "read aws:acme". */
export function awayForNow(store: string, what: string, why: string): AppError {
  return new AppError("upstream", `${store} couldn't ${what} right now (${why}). Try again in a minute.`);
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
