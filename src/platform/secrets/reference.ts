import { z } from "zod";
import { AppError } from "../../lib/errors.ts";

// Never repeats the value, because a wrong one may be the secret itself.
const message = "Give a reference to the secret, such as env:ACME_KEY_SECRET or file:/run/secrets/acme.";

/** Where a secret is kept, as `scheme:locator`. It is not secret itself. */
export const CredentialReference = z
  .string(message)
  .trim()
  .regex(/^[a-z][a-z0-9-]*:\S.*$/, message)
  .max(500, message)
  .brand("CredentialReference");
export type CredentialReference = z.output<typeof CredentialReference>;

/** The beginning of references that new secrets can be written under. A name follows it. */
export const WritablePrefix = z
  .string()
  // AWS, and Google Cloud with a project: the characters of a secret's name.
  .regex(/^(vault:[^#?\s]+\/data\/[^#?\s]*|aws:[\w/+=.@-]+|gcp:[\w/:.-]+)$/)
  .max(300);

/** Fails as user, in words that never repeat the text. */
export function parseReference(text: string): CredentialReference {
  const { data, error } = CredentialReference.safeParse(text);
  if (data !== undefined) return data;
  throw new AppError("user", error?.issues[0]?.message ?? message);
}

/** The two parts of a reference. The locator may contain colons. */
export function splitReference(reference: CredentialReference): { scheme: string; locator: string } {
  const colon = reference.indexOf(":");
  return { scheme: reference.slice(0, colon), locator: reference.slice(colon + 1) };
}

const placeholder = "{workspaceId}";

const prefixMessage = `must hold ${placeholder} once, with one of / _ - . right after it, such as vault:kv/data/quartermaster/${placeholder}/.`;

/** The beginning of one workspace's references, as `vault:kv/data/quartermaster/{workspaceId}/`. */
export const WorkspacePrefix = z
  .string()
  .max(300)
  .regex(/^[a-z]+:[^\s#?]*$/, prefixMessage)
  .refine((text) => {
    // Without a separator, T1 would own the secrets of T12.
    const [before, after, ...more] = text.split(placeholder);
    return before !== undefined && /^[/_.-]/.test(after ?? "") && more.length === 0;
  }, prefixMessage)
  .refine(
    (text) => !text.split("/").some((part) => part === "." || part === ".."),
    "must have no . or .. in its path.",
  );

// Plain names, separated by slashes. None begins with a dot, so none leads upwards.
const plainRest = /^[\w+=@-][\w.+=@-]*(\/[\w+=@-][\w.+=@-]*)*(#[\w-][\w.-]*)?$/;

/** The beginning for one workspace. Fails as a bug if the id is not Slack's. */
export function prefixOf(prefix: string, workspaceId: string): string {
  if (!/^[A-Za-z0-9]+$/.test(workspaceId)) throw new AppError("bug", "That isn't a workspace's id.");
  return prefix.replace(placeholder, () => workspaceId);
}

/** True if a reference continues the workspace's own prefix with plain names. */
export function isUnder(prefix: string, workspaceId: string, reference: string): boolean {
  const own = prefixOf(prefix, workspaceId);
  return reference.startsWith(own) && plainRest.test(reference.slice(own.length));
}

/** True if a reference is, or may be, under another workspace's prefix. */
export function isUnderAnothers(prefix: string, workspaceId: string, reference: string): boolean {
  const [before = ""] = prefix.split(placeholder);
  return startsLike(reference, before) && !isUnder(prefix, workspaceId, reference);
}

/** True if a reference begins with that, in any spelling. */
export function startsLike(reference: string, beginning: string): boolean {
  return normalized(oneSpelling(reference)).startsWith(normalized(oneSpelling(beginning)));
}

/** The secrets that a reference may lead to, whatever field, version or spelling it names. */
export function secretsIn(reference: string): string[] {
  const [whole = ""] = reference.split("#");
  const spelled = normalized(oneSpelling(whole))
    .replace(/^(gcp:.*?)\/versions\/.*$/, "$1")
    .replace(/:\//, ":")
    .replace(/\/$/, "");
  // AWS adds a dash and six characters to the name in an ARN, and also accepts an ARN without them.
  return whole.startsWith("aws:arn:") ? [spelled, spelled.replace(/-\w{6}$/, "")] : [spelled];
}

/** The shortest of a reference's equivalent spellings. */
function oneSpelling(reference: string): string {
  return reference
    .replace(/^aws:arn:[\w-]+:secretsmanager:[\w-]*:\d*:secret:/, "aws:")
    .replace(/^gcp:projects\/[^/]+\/secrets\//, "gcp:")
    .replace(/^file:\/var\/run\//, "file:/run/");
}

/** As a careless server may compare it. */
function normalized(text: string): string {
  return text.toLowerCase().replace(/\/+/g, "/");
}
