import { normalize } from "node:path";
import { AppError } from "../errors.ts";
import { listInWords } from "../lib/text.ts";
import { CredentialReference, splitReference } from "./reference.ts";
import { isUnder, isUnderAnothers, oneSpelling, prefixOf } from "./workspace-prefix.ts";

/** Which references a workspace may use; what the operator gave it, and nothing else. */
export interface ReferencePolicy {
  /** Fails as user where people of this workspace may not name it. */
  assertNamed(workspaceId: string, reference: string): Promise<void>;
  /** Fails likewise where it must not be read or written for this workspace, whoever named it. */
  assertUsed(workspaceId: string, reference: string): Promise<void>;
}

interface Options {
  isOperators: (workspaceId: string) => Promise<boolean>;
  /** Beginnings of what each workspace may name, with its id in them. */
  givenPrefixes: readonly string[];
  /** The beginning of what is kept for each, where that is outside. */
  storePrefix: string | undefined;
  /** What the configuration itself names for connections, and so may be read. */
  configured: readonly string[];
  /** References with which the app proves itself to others: nobody's in Slack. */
  closed: readonly string[];
  /** The environment variables that are settings of the app. */
  closedVariables: readonly string[];
}

/** The policy as the operator configured it; sealed: is read where it belongs to the workspace, and named by nobody. */
export function referencePolicy(options: Options): ReferencePolicy {
  const { givenPrefixes, storePrefix, configured } = options;

  async function assertAllowed(workspaceId: string, text: string, prefixes: readonly string[]) {
    const reference = parsed(text);
    if (prefixes.some((prefix) => isUnder(prefix, workspaceId, reference))) return;
    if (!(await options.isOperators(workspaceId))) throw notGiven(workspaceId, givenPrefixes);
    if (configured.includes(reference)) return;
    if (isClosed(reference, options)) throw notForPeople();
    const all = storePrefix === undefined ? givenPrefixes : [...givenPrefixes, storePrefix];
    if (all.some((prefix) => isUnderAnothers(prefix, workspaceId, reference))) throw anothers();
  }

  return {
    async assertNamed(workspaceId, reference) {
      if (isSealed(reference)) throw sealedByUs();
      await assertAllowed(workspaceId, reference, givenPrefixes);
    },
    async assertUsed(workspaceId, reference) {
      if (isSealed(reference)) return;
      const used = storePrefix === undefined ? givenPrefixes : [...givenPrefixes, storePrefix];
      await assertAllowed(workspaceId, reference, used);
    },
  };
}

/** True for a reference to what is sealed here. */
export function isSealed(reference: string): boolean {
  return reference.trimStart().startsWith("sealed:");
}

function parsed(text: string): CredentialReference {
  const { data, error } = CredentialReference.safeParse(text);
  if (data !== undefined) return data;
  throw new AppError("user", error?.issues[0]?.message ?? "That is not a reference to a secret.");
}

/** What would show the app's own secrets to people in Slack who are not its operators. */
function isClosed(reference: CredentialReference, { closed, closedVariables }: Options): boolean {
  const { scheme, locator } = splitReference(reference);
  if (closed.map(oneSpelling).includes(oneSpelling(reference))) return true;
  if (scheme === "env") return closedVariables.includes(locator) || /^(AWS|NODE|npm)_/.test(locator);
  if (scheme !== "file") return false;
  // Another spelling could be one of the closed; and a pod's own token is there.
  return normalize(locator) !== locator || /^(\/var)?\/run\/secrets\/kubernetes\.io\//.test(locator);
}

function notGiven(workspaceId: string, prefixes: readonly string[]): AppError {
  const own = prefixes.map((prefix) => prefixOf(prefix, workspaceId));
  const what =
    own.length === 0
      ? "The operator of Quartermaster gave this workspace no references to name. Give the secret itself, which is kept sealed."
      : `This workspace may name what begins with ${listInWords(own, "or")}, and goes on in letters, digits, / . - and _. Give such a reference, or the secret itself.`;
  return new AppError("user", what);
}

function notForPeople(): AppError {
  return new AppError(
    "user",
    "That reference leads to a secret of Quartermaster itself, which no connection may use. Keep the key in a place of its own, such as env:ACME_KEY_SECRET.",
  );
}

function anothers(): AppError {
  return new AppError(
    "user",
    "That reference leads to what is kept for another workspace. Keep the key in a place of its own, such as env:ACME_KEY_SECRET.",
  );
}

function sealedByUs(): AppError {
  return new AppError(
    "user",
    "What begins with sealed: is made by Quartermaster and cannot be named. Give the secret itself, which is then sealed.",
  );
}
