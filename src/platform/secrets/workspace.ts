import { AppError } from "../../lib/errors.ts";
import { type Secrets, createSecrets } from "./secrets.ts";
import { type PolicyOptions, isSealed, referencePolicy } from "./reference-policy.ts";
import type { KeptSecrets, SealedSecrets } from "./records.ts";
import type { SecretFields } from "./scheme.ts";
import type { Sealer } from "./seal.ts";
import { sealedScheme } from "./sealed.ts";
import { prefixOf } from "./reference.ts";

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
