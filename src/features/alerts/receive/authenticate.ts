import { isAppError } from "../../../lib/errors.ts";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import type { Hook } from "../hooks/record.ts";
import type { Credentials } from "./credentials.ts";
import { hookSecretPurpose, keptSecret, newHookSecret } from "../hooks/secret.ts";
import { isSigned } from "./signed.ts";
import { isEqualInConstantTime } from "../../../lib/constant-time.ts";
import { hashText } from "../../../lib/hash.ts";

/** That a request may post to a hook; where it was signed, with the id that it was signed under. */
export interface Proof {
  signedId?: string;
}

/** What is known of a hook's secrets. */
export type Keyring = Pick<Hook, "id" | "secrets">;

interface Options {
  sealerOf: (hookId: string) => WorkspaceSealer;
  /** What stands in for the secrets that a hook does not have. */
  nobody: Keyring;
  /** Told where a kept secret cannot be opened, so that nothing signed with it is believed. */
  onUnopened: (error: unknown) => void;
}

/** A hook that is nowhere, with as many secrets as a hook can have, which nobody was told. */
export function nobodysHook(sealerOf: Options["sealerOf"], at: Date): Hook {
  const id = "NOBODY-none";
  const secret = () => keptSecret(newHookSecret(), { hookId: id, isSigned: true, at, sealer: sealerOf(id) });
  return {
    id,
    name: "none",
    channelId: "C0NOBODY",
    ownerId: "U0NOBODY",
    createdAt: at.toISOString(),
    secrets: [secret(), secret()],
    broadcasts: true,
    rules: [],
    muted: {},
  };
}

/**
 * Tells whether credentials are those of a hook; undefined where not. Compares with as many secrets for any hook, and
 * with all of them, so that the time it takes tells nothing.
 */
export function authenticator({ sealerOf, nobody, onUnopened }: Options) {
  return async (hook: Keyring, credentials: Credentials, body: Buffer): Promise<Proof | undefined> => {
    const isTold = isDigested(credentials, hook);
    const { signature } = credentials;
    if (!signature) return isTold ? {} : undefined;
    const secrets = nobody.secrets.map((_, index) => openedAt(index, hook));
    const isRight = await Promise.all(secrets.map((secret) => isSigned(secret, signature, body)));
    if (isRight.includes(true)) return { signedId: signature.id };
    return isTold ? {} : undefined;
  };

  function isDigested({ bearer, pathSecret }: Credentials, { secrets }: Keyring): boolean {
    const given = [bearer, pathSecret].filter((secret) => secret !== "").map((secret) => hashText(secret));
    const known = nobody.secrets.map(({ digest }, index) => secrets[index]?.digest ?? digest);
    return given.flatMap((digest) => known.map((each) => isEqualInConstantTime(digest, each))).includes(true);
  }

  /** A secret as it signs; another one, which nobody was told, where there is none or it is not kept for signing. */
  function openedAt(index: number, hook: Keyring): string {
    const standIn = nobody.secrets[index]?.sealed ?? "";
    const sealed = hook.secrets[index]?.sealed;
    try {
      return sealed === undefined ? open(standIn, nobody.id) : open(sealed, hook.id);
    } catch (error) {
      if (!isAppError(error, "auth")) throw error;
      onUnopened(error);
      return open(standIn, nobody.id);
    }
  }

  function open(sealed: string, hookId: string): string {
    return sealerOf(hookId).open(sealed, hookSecretPurpose(hookId));
  }
}
