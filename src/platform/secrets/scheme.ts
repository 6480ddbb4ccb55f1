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
