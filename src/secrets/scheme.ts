/** One way to keep secrets: `name` is what stands before the colon in a reference. */
export interface SecretScheme {
  readonly name: string;
  /**
   * Reads the secret that a locator finds, never an empty one. Fails as user on a locator of the wrong form, which it
   * does not repeat, and as auth where there is no secret to read, naming the reference. No error holds the secret.
   */
  read(locator: string): Promise<string>;
}
