import { z } from "zod";
import { AppError } from "../../lib/errors.ts";

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

const placeholder = "{workspaceId}";

const prefixMessage = `must hold ${placeholder} once, with one of / _ - . right after it, such as vault:kv/data/quartermaster/${placeholder}/.`;

/** The beginning of references that belong to one workspace each, as `vault:kv/data/quartermaster/{workspaceId}/`. */
export const WorkspacePrefix = z
  .string()
  .max(300)
  .regex(/^[a-z]+:[^\s#?]*$/, prefixMessage)
  .refine((text) => {
    // Without something between, T1 would have what is T12's.
    const [before, after, ...more] = text.split(placeholder);
    return before !== undefined && /^[/_.-]/.test(after ?? "") && more.length === 0;
  }, prefixMessage)
  .refine(
    (text) => !text.split("/").some((part) => part === "." || part === ".."),
    "must have no . or .. in its path.",
  );

// A name of plain characters, or several with a slash between; none begins with a dot, so that none leads upwards.
const plainRest = /^[\w+=@-][\w.+=@-]*(\/[\w+=@-][\w.+=@-]*)*(#[\w-][\w.-]*)?$/;

/** The beginning of one workspace's references; fails as a bug for what is no id of Slack's. */
export function prefixOf(prefix: string, workspaceId: string): string {
  if (!/^[A-Za-z0-9]+$/.test(workspaceId)) throw new AppError("bug", "That is no workspace's id.");
  return prefix.replace(placeholder, () => workspaceId);
}

/** True where a reference goes on from the workspace's own prefix, in plain characters and never upwards. */
export function isUnder(prefix: string, workspaceId: string, reference: string): boolean {
  const own = prefixOf(prefix, workspaceId);
  return reference.startsWith(own) && plainRest.test(reference.slice(own.length));
}

/** True where a reference is, or might be, under the prefix of another workspace. */
export function isUnderAnothers(prefix: string, workspaceId: string, reference: string): boolean {
  const [before = ""] = prefix.split(placeholder);
  return startsLike(reference, before) && !isUnder(prefix, workspaceId, reference);
}

/** True when a reference begins with that, in whichever spelling. */
export function startsLike(reference: string, beginning: string): boolean {
  return normalized(oneSpelling(reference)).startsWith(normalized(oneSpelling(beginning)));
}

/** The secrets that a reference may lead to, whichever of its fields, versions or spellings it names. */
export function secretsIn(reference: string): string[] {
  const [whole = ""] = reference.split("#");
  const spelled = normalized(oneSpelling(whole))
    .replace(/^(gcp:.*?)\/versions\/.*$/, "$1")
    .replace(/:\//, ":")
    .replace(/\/$/, "");
  // AWS adds a dash and six characters to the name in an ARN, and also takes an ARN without them.
  return whole.startsWith("aws:arn:") ? [spelled, spelled.replace(/-\w{6}$/, "")] : [spelled];
}

/** A reference as it is spelled most shortly, of those spellings that lead to the same. */
function oneSpelling(reference: string): string {
  return reference
    .replace(/^aws:arn:[\w-]+:secretsmanager:[\w-]*:\d*:secret:/, "aws:")
    .replace(/^gcp:projects\/[^/]+\/secrets\//, "gcp:")
    .replace(/^file:\/var\/run\//, "file:/run/");
}

/** As a careless server might compare it. */
function normalized(text: string): string {
  return text.toLowerCase().replace(/\/+/g, "/");
}
