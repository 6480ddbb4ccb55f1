import type { Secrets } from "./secrets.ts";
import { referencePolicy } from "./reference-policy.ts";
import type { Sealer } from "./seal.ts";
import { type WorkspaceSecrets, workspaceSecrets } from "./workspace.ts";
import type { PlatformRecords } from "../context.ts";

interface Options {
  config: {
    /** The prefix of workspaces' saved secrets, if the operator gave one. */
    secretStore: Parameters<typeof referencePolicy>[0]["storePrefix"];
    /** The prefixes of references that workspaces may name. */
    workspaceReferences: Parameters<typeof referencePolicy>[0]["givenPrefixes"];
    storeCredentials: Readonly<Record<string, string>>;
    ownCloud:
      | {
          keyIdRef: string;
          keySecretRef: string;
          newPasswordsRef?: Parameters<typeof referencePolicy>[0]["newPasswords"];
        }
      | undefined;
    observability: { tokenRef: string } | undefined;
  };
  /** Of all schemes except sealed:, for all workspaces. */
  secrets: Secrets;
  store: { workspace(workspaceId: string): Pick<PlatformRecords, "sealedSecrets" | "keptSecrets"> };
  sealer: Sealer;
  /** True for the operator's workspace. */
  isOperators: (workspaceId: string) => Promise<boolean>;
  newId: () => string;
}

/** The secrets of any workspace, within the operator's configuration. */
export function secretsOfWorkspaces(options: Options): (workspaceId: string) => WorkspaceSecrets {
  const { config, secrets, store, sealer, isOperators, newId } = options;
  const { ownCloud, observability, storeCredentials, secretStore, workspaceReferences } = config;
  const policy = referencePolicy({
    isOperators,
    givenPrefixes: workspaceReferences,
    storePrefix: secretStore,
    configured: present([ownCloud?.keyIdRef, ownCloud?.keySecretRef, observability?.tokenRef]),
    closed: Object.values(storeCredentials),
    newPasswords: ownCloud?.newPasswordsRef,
  });
  return workspaceSecrets({
    shared: secrets,
    policy,
    storePrefix: secretStore,
    newId,
    partsOf(workspaceId) {
      const { sealedSecrets: texts, keptSecrets: locations } = store.workspace(workspaceId);
      return { texts, locations, sealer: sealer.forWorkspace(workspaceId) };
    },
  });
}

function present(references: readonly (string | undefined)[]): string[] {
  return references.filter((reference) => reference !== undefined);
}
