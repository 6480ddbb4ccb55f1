import { z } from "zod";

// The value is never part of a message: what was pasted here by mistake may be the secret itself.
const message = "Give a reference to the secret, such as env:ACME_KEY_SECRET or file:/run/secrets/acme.";

/** Where a secret is kept, written `scheme:locator`; it is not secret itself. */
export const CredentialReference = z
  .string(message)
  .trim()
  .regex(/^[a-z][a-z0-9-]*:\S.*$/, message)
  .max(500, message)
  .brand("CredentialReference");
export type CredentialReference = z.output<typeof CredentialReference>;

/** The beginning of a reference that secrets can be written under, up to where a new one's name goes on. */
export const WritablePrefix = z
  .string()
  // AWS, and Google Cloud with a project: the characters of a secret's name.
  .regex(/^(vault:[^#?\s]+\/data\/[^#?\s]*|aws:[\w/+=.@-]+|gcp:[\w/:.-]+)$/)
  .max(300);

/** The two parts of a reference; the locator may hold colons itself. */
export function splitReference(reference: CredentialReference): { scheme: string; locator: string } {
  const colon = reference.indexOf(":");
  return { scheme: reference.slice(0, colon), locator: reference.slice(colon + 1) };
}
