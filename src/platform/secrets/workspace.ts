import { AppError } from "../../lib/errors.ts";
import type { Metrics } from "../../lib/metrics.ts";
import { formatList } from "../../lib/text.ts";
import { type KeptSecrets, type SealedSecrets, sealedScheme } from "./records.ts";
import {
  isUnder,
  isUnderAnothers,
  parseReference,
  prefixOf,
  secretsIn,
  splitReference,
  startsLike,
} from "./reference.ts";
import type { SecretFields } from "./scheme.ts";
import type { Sealer } from "./seal.ts";
import { type Secrets, createSecrets } from "./secrets.ts";

/** One workspace's secrets: those that the operator gave it, and no others. */
export interface WorkspaceSecrets extends Secrets {
  /** Like `resolve`, for a connection of the operator's environment. Any other reference fails as user. */
  resolveConfigured(reference: string): Promise<string>;
  /** Fails as user, with what the operator gave, if people of this workspace may not name that reference. */
  assertMine(reference: string): Promise<void>;
  /** Saves fields in a new location in SECRET_STORE, named after `name`. Returns the reference of each field. */
  keep(name: string, fields: SecretFields): Promise<Record<string, string>>;
  /** Deletes what `keep` made, with all fields of each location. Leaves anything else. */
  discard(references: readonly string[]): Promise<void>;
  /** Deletes everything that `keep` made for the workspace. Returns the references that couldn't be deleted now. */
  discardAll(): Promise<string[]>;
  /** Saves these references again after all records of the workspace were deleted, for a later try. */
  rememberKept(references: readonly string[]): Promise<void>;
}

interface Options {
  config: Pick<PolicyOptions, "workspaceReferences" | "secretStore"> & {
    storeCredentials: Readonly<Record<string, string>>;
    ownCloud: { keyIdRef: string; keySecretRef: string; newPasswordsRef?: string | undefined } | undefined;
    observability: { tokenRef: string } | undefined;
  };
  /** Of all schemes except sealed:, for all workspaces. */
  secrets: Secrets;
  store: { workspace(workspaceId: string): { sealedSecrets: SealedSecrets; keptSecrets: KeptSecrets } };
  sealer: Sealer;
  /** True for the operator's workspace. */
  isOperators: (workspaceId: string) => Promise<boolean>;
  newId: () => string;
}

/** The secrets of any workspace, within the operator's configuration. */
export function secretsOfWorkspaces(options: Options): (workspaceId: string) => WorkspaceSecrets {
  const { config, secrets: shared, store, sealer, isOperators, newId } = options;
  const { ownCloud, observability, secretStore } = config;
  const configured = [ownCloud?.keyIdRef, ownCloud?.keySecretRef, observability?.tokenRef];
  const policy = referencePolicy({
    ...config,
    isOperators,
    configured: configured.filter((reference) => reference !== undefined),
    closed: Object.values(config.storeCredentials),
    newPasswords: ownCloud?.newPasswordsRef,
  });

  return (workspaceId) => {
    const { sealedSecrets: texts, keptSecrets: locations } = store.workspace(workspaceId);
    const own = sealedScheme({ texts, sealer: sealer.forWorkspace(workspaceId) });
    // Not cached, because another replica may delete or reseal one.
    const sealed = createSecrets({ schemes: [own], keptMs: 0 });
    const holderOf = (reference: string) => (isSealed(reference) ? sealed : shared);

    async function write(reference: string, fields: SecretFields): Promise<void> {
      await policy.assertUsed(workspaceId, reference);
      await holderOf(reference).write(reference, fields);
    }

    async function remove(reference: string): Promise<void> {
      await policy.assertUsed(workspaceId, reference);
      await holderOf(reference).remove(reference);
    }

    async function discard(reference: string): Promise<void> {
      const location = locationOf(reference);
      if (!(await locations.has(location))) return;
      await remove(location);
      await locations.drop(location);
    }

    return {
      write,
      remove,
      forget: (reference) => holderOf(reference).forget(reference),
      async resolve(reference) {
        await policy.assertUsed(workspaceId, reference);
        return holderOf(reference).resolve(reference);
      },
      async resolveConfigured(reference) {
        await policy.assertConfigured(workspaceId, reference);
        return shared.resolve(reference);
      },
      async assertMine(reference) {
        await policy.assertNamed(workspaceId, reference);
        if (!(await locations.has(locationOf(reference)))) return;
        throw new AppError(
          "user",
          "Quartermaster stored that secret for a connection, so no reference can lead to it. Enter the secret itself.",
        );
      },
      async keep(name, fields) {
        const prefix = secretStore === undefined ? "sealed:" : prefixOf(secretStore, workspaceId);
        const location = `${prefix}${plainName(name)}-${newId()}`;
        // Saved first, so a crash leaves no unknown secret behind.
        await locations.add(location);
        await write(location, fields);
        return Object.fromEntries(Object.keys(fields).map((field) => [field, `${location}#${field}`]));
      },
      async discard(references) {
        for (const reference of new Set(references.map(locationOf))) await discard(reference);
      },
      async discardAll() {
        const left: string[] = [];
        for (const reference of await locations.list()) {
          try {
            await discard(reference);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            left.push(reference);
          }
        }
        return left;
      },
      async rememberKept(references) {
        for (const reference of references) await locations.add(reference);
      },
    };
  };
}

/** A reference without its field. */
function locationOf(reference: string): string {
  return reference.trim().replace(/#.*$/, "");
}

/** The characters of a name that every store allows. */
function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  return plain || "secret";
}

/** Which references a workspace may use: those that the operator gave it, and no others. */
interface ReferencePolicy {
  /** Fails as user if people of this workspace may not name it. */
  assertNamed(workspaceId: string, reference: string): Promise<void>;
  /** Fails as user if people's connections may not use it. */
  assertUsed(workspaceId: string, reference: string): Promise<void>;
  /** Fails as user if the environment's connections do not name it. */
  assertConfigured(workspaceId: string, reference: string): Promise<void>;
}

/** The operator's configuration. */
interface PolicyOptions {
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
function isSealed(reference: string): boolean {
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

/** The same secrets. Each look-up is counted by the beginning of its reference, and its outcome. */
export function measuredSecrets(
  secrets: WorkspaceSecrets,
  metrics: Pick<Metrics, "secretResolved">,
): WorkspaceSecrets {
  const counted =
    (resolve: (reference: string) => Promise<string>) =>
    async (reference: string): Promise<string> => {
      // Text without a known scheme may be a secret with a colon. The metrics count it as "other".
      const [scheme = ""] = reference.trim().split(":", 1);
      try {
        const secret = await resolve(reference);
        metrics.secretResolved(scheme);
        return secret;
      } catch (error) {
        metrics.secretResolved(scheme, error);
        throw error;
      }
    };
  return {
    ...secrets,
    resolve: counted((reference) => secrets.resolve(reference)),
    resolveConfigured: counted((reference) => secrets.resolveConfigured(reference)),
  };
}
