import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { isEqualInConstantTime } from "../../lib/hash.ts";

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

/** One of our keys, with the id that sealed texts name. Shown or logged, it reveals nothing. */
export interface SealingKey {
  id: string;
  key: KeyObject;
}

const example = "k1: followed by what `openssl rand -base64 32` prints";

/** Keys as `id:base64 of 32 bytes`, separated by commas. The first one seals. No problem repeats a value. */
export const SealingKeys = z
  .string({ error: `is missing. Enter an id and a key of 32 random bytes: ${example}.` })
  .transform((text, context): SealingKey[] => {
    const entries = text.split(",").map((entry, index) => readEntry(entry.trim(), index + 1));
    const problems = [
      ...entries.flatMap((entry) => (typeof entry === "string" ? [entry] : [])),
      ...repeatedIds(entries).map((id) => `has more than one key with the id ${id}. Give each its own.`),
    ];
    for (const message of problems) context.addIssue({ code: "custom", message });
    return entries.filter((entry) => typeof entry !== "string");
  });

/** The key of one entry, or its problem. */
function readEntry(entry: string, position: number): SealingKey | string {
  const [, id, key] = /^([\w-]{1,32}):(.*)$/.exec(entry) ?? [];
  // Text without an id may be a bare key, so the problem names its position only.
  if (id === undefined || key === undefined) {
    return `must name each key, and entry ${position} has no id of letters, digits, - and _ before a colon. Write ${example}.`;
  }
  if (!/^[\w+/-]{43}=?$/.test(key)) {
    return `must hold 32 bytes in base64 for each key, and the one with the id ${id} does not. Write ${example}.`;
  }
  const bytes = Buffer.from(key, "base64");
  // For example 32 zeros, as in many examples.
  if (bytes.every((byte) => byte === bytes[0])) {
    return `must hold random keys, and the one with the id ${id} is a single byte repeated. Write ${example}.`;
  }
  return { id, key: createSecretKey(bytes) };
}

function repeatedIds(entries: readonly (SealingKey | string)[]): string[] {
  const ids = entries.flatMap((entry) => (typeof entry === "string" ? [] : [entry.id]));
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** Signs texts, so we recognize them later. */
export interface Signer {
  /** 43 characters that are safe in an address. */
  sign(text: string): string;
  /** Takes the same time for every signature. */
  verify(text: string, signature: string): boolean;
}

/** Signs with the first key, and verifies with any, for this purpose only. */
export function createSigner(keys: readonly SealingKey[], purpose: string): Signer {
  const derived = keys.map(({ key }) =>
    Buffer.from(hkdfSync("sha256", key, "", `quartermaster v1 sign ${purpose}`, 32)),
  );
  const signatures = (text: string) => derived.map((key) => createHmac("sha256", key).update(text).digest());
  return {
    sign(text) {
      const [first] = signatures(text);
      return first?.toString("base64url") ?? "";
    },
    verify(text, signature) {
      const given = Buffer.from(signature, "base64url");
      const right = signatures(text).filter((known) => isEqualInConstantTime(known, given));
      return right.length > 0;
    },
  };
}
