import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { AppError } from "../../lib/errors.ts";
import type { SealingKey } from "./sealing-keys.ts";

/** Seals one workspace's secrets. A text sealed for another workspace or purpose does not open. */
export interface WorkspaceSealer {
  /** Seals with the first key, as `v1.<key id>.<nonce>.<ciphertext and tag>`. Safe to store. */
  seal(text: string, purpose: string): string;
  /** Opens a sealed text. Fails as `auth`, without quoting it, if this workspace cannot open it. */
  open(sealed: string, purpose: string): string;
}

/** Makes the sealer of any workspace. */
export interface Sealer {
  forWorkspace(workspaceId: string): WorkspaceSealer;
}

const version = "v1";
const cipher = "aes-256-gcm";
const keySizeInBytes = 32;
// NIST SP 800-38D: 96 random bits for each text, and the longest tag.
const nonceSizeInBytes = 12;
const tagSizeInBytes = 16;
const tagLength = { authTagLength: tagSizeInBytes };

/** Seals with the first key, and opens with any, by id. A nonce must never repeat. */
export function createSealer(
  keys: readonly SealingKey[],
  newNonce: () => Buffer = () => randomBytes(nonceSizeInBytes),
): Sealer {
  return {
    forWorkspace: (workspaceId) => ({
      seal(text, purpose) {
        const [first] = keys;
        if (!first) throw new AppError("bug", "There is no key to seal with.");
        const nonce = newNonce();
        const sealing = createCipheriv(cipher, workspaceKey(first, workspaceId), nonce, tagLength);
        sealing.setAAD(boundTo(first.id, workspaceId, purpose));
        const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final(), sealing.getAuthTag()]);
        return [version, first.id, nonce.toString("base64url"), sealed.toString("base64url")].join(".");
      },

      open(sealed, purpose) {
        const { keyId, nonce, ciphertext, tag } = partsOf(sealed);
        const key = keys.find(({ id }) => id === keyId);
        if (!key) {
          throw unopened(`Its key, ${keyId}, is not in ENCRYPTION_KEYS. Add it there, after the first.`);
        }
        const opening = createDecipheriv(cipher, workspaceKey(key, workspaceId), nonce, tagLength);
        opening.setAAD(boundTo(keyId, workspaceId, purpose)).setAuthTag(tag);
        try {
          return opening.update(ciphertext, undefined, "utf8") + opening.final("utf8");
        } catch {
          throw unopened(
            `It was changed, or sealed for something else, or the key ${keyId} in ENCRYPTION_KEYS is another than the one it was sealed with.`,
          );
        }
      },
    }),
  };
}

/** Each workspace has its own key, so other workspaces' nonces do not count. */
function workspaceKey({ key }: SealingKey, workspaceId: string): Uint8Array {
  return new Uint8Array(
    hkdfSync("sha256", key, "", `quartermaster ${version} workspace ${workspaceId}`, keySizeInBytes),
  );
}

/** JSON, so no two lists of parts are equal by accident. */
function boundTo(keyId: string, workspaceId: string, purpose: string): Buffer {
  return Buffer.from(JSON.stringify([version, keyId, workspaceId, purpose]));
}

function partsOf(sealed: string) {
  const [, keyId, nonce, content] = /^v1\.([\w-]+)\.([\w-]{16})\.([\w-]{22,})$/.exec(sealed) ?? [];
  if (keyId === undefined || nonce === undefined || content === undefined) {
    throw unopened("This version of Quartermaster can't read its format.");
  }
  const bytes = Buffer.from(content, "base64url");
  return {
    keyId,
    nonce: Buffer.from(nonce, "base64url"),
    ciphertext: bytes.subarray(0, -tagSizeInBytes),
    tag: bytes.subarray(-tagSizeInBytes),
  };
}

// A sealed text, in JSON or alone.
const sealedText = /\bv1\.[\w-]{1,32}\.[\w-]{16}\.[\w-]{22,}/g;

/** The sealed texts in a text, such as a record in JSON. */
export function sealedTextsIn(text: string): string[] {
  return text.match(sealedText) ?? [];
}

/** The id of the key that a text is sealed with. */
export function keyIdOf(sealed: string): string {
  return partsOf(sealed).keyId;
}

function unopened(why: string): AppError {
  return new AppError("auth", `A sealed secret cannot be opened. ${why}`);
}
