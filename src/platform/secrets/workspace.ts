import { AppError } from "../../lib/errors.ts";
import { type Secrets, createSecrets } from "./secrets.ts";
import { type ReferencePolicy, isSealed } from "./reference-policy.ts";
import type { SecretFields } from "./scheme.ts";
import type { WorkspaceSealer } from "./seal.ts";
import { type SealedTexts, sealedScheme } from "./sealed.ts";
import { prefixOf } from "./reference.ts";

/** One workspace's secrets: it reads, writes and names what the operator gave it, and nothing else. */
export interface WorkspaceSecrets extends Secrets {
  /** Like `resolve`, for a connection that the operator's environment describes; any other reference fails as user. */
  resolveConfigured(reference: string): Promise<string>;
  /** Fails as user, saying what the operator gave, where people of this workspace may not name that reference. */
  assertMine(reference: string): Promise<void>;
  /**
   * Keeps fields where SECRET_STORE says, in a new place of their own; `name` is part of its name, as far as it can be.
   * Answers the reference of each field; fails like `write`.
   */
  keep(name: string, fields: SecretFields): Promise<Record<string, string>>;
  /** Deletes what `keep` made, with all fields kept together; anything else is left alone. */
  discard(references: readonly string[]): Promise<void>;
  /** Deletes all that `keep` ever made for the workspace; answers the references of what could not be deleted just now. */
  discardAll(): Promise<string[]>;
  /** Remembers those, where all else of the workspace was forgotten, so that they are discarded another time. */
  rememberKept(references: readonly string[]): Promise<void>;
}

/** Which secrets were kept for one workspace, by the references they can be written under. */
interface KeptLocations {
  add(reference: string): Promise<void>;
  has(reference: string): Promise<boolean>;
  list(): Promise<string[]>;
  drop(reference: string): Promise<void>;
}

interface Options {
  /** Secrets of all schemes but sealed:, for all workspaces. */
  shared: Secrets;
  policy: ReferencePolicy;
  /** The beginning of what is kept for each workspace; undefined for sealed by us. */
  storePrefix: string | undefined;
  partsOf: (workspaceId: string) => { texts: SealedTexts; locations: KeptLocations; sealer: WorkspaceSealer };
  newId: () => string;
}

/** Makes the secrets of any workspace. */
export function workspaceSecrets(options: Options): (workspaceId: string) => WorkspaceSecrets {
  const { shared, policy, storePrefix, newId } = options;
  return (workspaceId) => {
    const { texts, locations, sealer } = options.partsOf(workspaceId);
    // Not kept in memory: where another replica discards or seals one anew, that counts at once.
    const sealed = createSecrets({ schemes: [sealedScheme({ texts, sealer })], keptMs: 0 });
    const secretsOf = (reference: string) => (isSealed(reference) ? sealed : shared);

    async function write(reference: string, fields: SecretFields): Promise<void> {
      await policy.assertUsed(workspaceId, reference);
      await secretsOf(reference).write(reference, fields);
    }

    async function remove(reference: string): Promise<void> {
      await policy.assertUsed(workspaceId, reference);
      await secretsOf(reference).remove(reference);
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
      forget: (reference) => secretsOf(reference).forget(reference),
      async resolve(reference) {
        await policy.assertUsed(workspaceId, reference);
        return secretsOf(reference).resolve(reference);
      },
      async resolveConfigured(reference) {
        await policy.assertConfigured(workspaceId, reference);
        return shared.resolve(reference);
      },
      async assertMine(reference) {
        await policy.assertNamed(workspaceId, reference);
        if (await locations.has(locationOf(reference))) throw keptHere();
      },
      async keep(name, fields) {
        const prefix = storePrefix === undefined ? "sealed:" : prefixOf(storePrefix, workspaceId);
        const location = `${prefix}${plainName(name)}-${newId()}`;
        // Remembered before it is there: what a crash leaves behind is found when all is discarded.
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

/** As much of a name as any place takes. */
function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  return plain || "secret";
}

function keptHere(): AppError {
  return new AppError(
    "user",
    "That secret is kept by Quartermaster for a connection and cannot be named. Give the secret itself.",
  );
}
