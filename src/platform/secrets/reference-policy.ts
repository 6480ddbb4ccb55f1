import { AppError } from "../../lib/errors.ts";
import { formatList } from "../../lib/text.ts";
import {
  isUnder,
  isUnderAnothers,
  parseReference,
  prefixOf,
  secretsIn,
  splitReference,
  startsLike,
} from "./reference.ts";

/** Which references a workspace may use: those that the operator gave it, and no others. */
export interface ReferencePolicy {
  /** Fails as user if people of this workspace may not name it. */
  assertNamed(workspaceId: string, reference: string): Promise<void>;
  /** Fails as user if people's connections may not use it. */
  assertUsed(workspaceId: string, reference: string): Promise<void>;
  /** Fails as user if the environment's connections do not name it. */
  assertConfigured(workspaceId: string, reference: string): Promise<void>;
}

/** The operator's configuration. */
export interface PolicyOptions {
  isOperators: (workspaceId: string) => Promise<boolean>;
  /** The beginnings of references that each workspace may name, with its id in them. */
  workspaceReferences: readonly string[];
  /** The beginning of references to secrets that are saved for a workspace, if a store keeps them. */
  secretStore: string | undefined;
  /** The references that the environment names for its own connections. */
  configured: readonly string[];
  /** The references of the app's own credentials for the stores. */
  closed: readonly string[];
  /** The beginning of references to new services' passwords. */
  newPasswords: string | undefined;
}

/** The policy of the operator's configuration. A workspace's sealed: references can be used but not named. */
export function referencePolicy(options: PolicyOptions): ReferencePolicy {
  const { workspaceReferences: given, secretStore, configured, newPasswords, isOperators } = options;
  const all = secretStore === undefined ? given : [...given, secretStore];
  const operators = new Set([...configured, ...options.closed].flatMap(secretsIn));

  async function assertAllowed(workspaceId: string, text: string, prefixes: readonly string[]) {
    const reference = parseReference(text);
    const isOwn = secretsIn(reference).some((secret) => operators.has(secret));
    if (!isOwn && prefixes.some((prefix) => isUnder(prefix, workspaceId, reference))) return;
    if (!(await isOperators(workspaceId))) throw notGiven(workspaceId, given);
    // Checked before anything is read, so the answer never says if such a variable or file exists.
    if (["env", "file"].includes(splitReference(reference).scheme)) throw refusal("onThisHost");
    if (isOwn) throw refusal("ofTheApp");
    if (all.some((prefix) => isUnderAnothers(prefix, workspaceId, reference))) throw refusal("ofAnother");
  }

  return {
    async assertNamed(workspaceId, reference) {
      if (isSealed(reference)) throw refusal("sealed");
      await assertAllowed(workspaceId, reference, given);
      // We write them for the workspace, so only naming them is refused.
      if (newPasswords !== undefined && startsLike(reference, newPasswords)) throw refusal("ofTheApp");
    },
    async assertUsed(workspaceId, reference) {
      if (!isSealed(reference)) await assertAllowed(workspaceId, reference, all);
    },
    async assertConfigured(workspaceId, reference) {
      if (!configured.includes(reference) || !(await isOperators(workspaceId))) throw refusal("ofTheApp");
    },
  };
}

/** True for a reference to a secret that we sealed. */
export function isSealed(reference: string): boolean {
  return reference.trimStart().startsWith("sealed:");
}

function notGiven(workspaceId: string, prefixes: readonly string[]): AppError {
  const own = prefixes.map((prefix) => prefixOf(prefix, workspaceId));
  const what =
    own.length === 0
      ? "The operator of Quartermaster doesn't allow references in this workspace. Enter the secret itself, and I store it encrypted."
      : `This workspace can use references that begin with ${formatList(own, "or")}, followed by letters, digits and / . - _ only. Enter such a reference, or the secret itself.`;
  return new AppError("user", what);
}

const refusals = {
  onThisHost:
    "References that begin with env: or file: lead to the operator's own secrets on the machine, so connections can't use them by default. Enter the secret itself, and I store it encrypted. A saved connection takes it with /db admin connections rotate. Or ask the operator to allow such references with the setting WORKSPACE_REFERENCES, such as file:/run/secrets/{workspaceId}/, and to put the secret there.",
  ofTheApp:
    "That reference leads to one of Quartermaster's own secrets, which connections can't use. Keep the key in a place of its own, such as vault:kv/data/acme#secret.",
  ofAnother:
    "That reference leads to a secret of another workspace. Keep the key in a place of its own, such as vault:kv/data/acme#secret.",
  sealed:
    "Only Quartermaster makes references that begin with sealed:. Enter the secret itself, and I store it encrypted.",
};

function refusal(why: keyof typeof refusals): AppError {
  return new AppError("user", refusals[why]);
}
